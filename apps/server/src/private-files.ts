import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { configName } from './config/config-file.ts'

/** What we keep in a data folder, besides the database, which sees to its own files. */
const dataNames = ['token', 'settings.json', 'address', 'imports.json', 'terminals', 'drafts']

/**
 * Takes from others what they may do with files of ours that are there already: an earlier version, or a copy, may have
 * left them open. The folder in the person's home is ours; of any other only what we have put there, for it may be theirs.
 */
export function tightenFiles(data: string, home: string): void {
  const trusted = join(home, 'trusted')
  const paths = [home, join(home, configName), trusted, ...dataNames.map(name => join(data, name))]
  for (const path of paths) tighten(path, 0o077)
  // An answer that others could have written stays as it is: it does not count, and must not look as if it did.
  for (const path of answersIn(trusted)) tighten(path, 0o055)
}

function answersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map(name => join(folder, name))
  } catch {
    return []
  }
}

/**
 * Takes these rights of others away, where they have no further ones. Links are not followed, and what belongs to someone
 * else is theirs. A folder that cannot be written, as in a container, is no reason not to start. Windows has no such modes.
 */
function tighten(path: string, rights: number): void {
  try {
    const found = lstatSync(path)
    const others = found.mode & 0o077
    if (found.isSymbolicLink() || found.uid !== process.getuid?.() || (others & ~rights) !== 0) return
    if (others !== 0) chmodSync(path, found.mode & 0o700)
  } catch {}
}
