import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { configName } from './config/config-file.ts'

/** Our files in a data folder; the database takes care of its own. */
const dataNames = [
  ...['token', 'token-before', 'relay-secret', 'settings.json', 'connections.json', 'address'],
  ...['imports.json', 'terminals', 'drafts'],
]

/**
 * Makes existing files private: an earlier version, or a copy, may have left them readable. The folder in the home
 * directory is ours; in any other data folder only the files that we have put there are changed.
 */
export function tightenFiles(data: string, home: string): void {
  const trusted = join(home, 'trusted')
  const paths = [home, join(home, configName), trusted, ...dataNames.map(name => join(data, name))]
  for (const path of paths) tighten(path, 0o077)
  // An answer that others could have written stays as it is: it does not count, and must not seem to.
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
 * Removes these permissions of other users, unless they have further ones. Links, and files of other users, are skipped;
 * so are errors, as in a read-only container. Windows has no such modes.
 */
function tighten(path: string, rights: number): void {
  try {
    const found = lstatSync(path)
    const others = found.mode & 0o077
    if (found.isSymbolicLink() || found.uid !== process.getuid?.() || (others & ~rights) !== 0) return
    if (others !== 0) chmodSync(path, found.mode & 0o700)
  } catch {}
}
