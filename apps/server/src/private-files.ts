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
  for (const path of [...paths, ...answersIn(trusted)]) tighten(path)
}

/** An answer that others could have written stays as it is: it does not count, and must not look as if it did. */
function answersIn(folder: string): readonly string[] {
  const all = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []
  return all.map(name => join(folder, name)).filter(path => (lstatSync(path).mode & 0o022) === 0)
}

/** Links are not followed, and what belongs to someone else is theirs. Windows has no such modes. */
function tighten(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || found.isSymbolicLink() || found.uid !== process.getuid?.()) return
  if ((found.mode & 0o077) !== 0) chmodSync(path, found.mode & 0o700)
}
