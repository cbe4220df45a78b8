import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The permissions of group and others. */
const others = 0o077

/** The same permissions without those. */
export const withoutOthers = (mode: number): number => mode & ~others

/** Keeps a file, or a folder with all that is in it, for its owner alone. Links are not followed: they lead elsewhere. */
export function makePrivate(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined || stat.isSymbolicLink()) return
  // From the outside in: what is inside is unreachable from then on.
  if ((stat.mode & others) !== 0) chmodSync(path, withoutOthers(stat.mode & 0o777))
  if (stat.isDirectory()) for (const name of readdirSync(path)) makePrivate(join(path, name))
}
