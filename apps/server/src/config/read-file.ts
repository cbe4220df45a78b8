import { readFileSync, type Stats, statSync } from 'node:fs'
import { LonghandError } from 'longhand'

/** What a file must be, and the key that names it, for the error message. */
export type FileRules = {
  readonly key?: string
  readonly maxBytes?: number
  /** `private` refuses a file that others than its owner may read. */
  readonly access?: 'private'
}

/** The text of a file that the configuration needs; throws with what is wrong with it, and what to do. */
export function readConfigFile(path: string, rules: FileRules = {}): string {
  const bad = (problem: string, cause?: unknown) =>
    new LonghandError('bad-config', rules.key === undefined ? problem : `${rules.key}: ${problem}`, { cause })
  try {
    const problem = problemWith(path, statSync(path), rules)
    if (problem !== null) throw bad(problem)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof LonghandError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw bad(`There is no file ${path}. Name another one, or leave it out.`)
    throw bad(`${path} cannot be read (${code}). Fix its permissions.`, error)
  }
}

function problemWith(path: string, found: Stats, { maxBytes = Infinity, access }: FileRules): string | null {
  // A pipe or a device may never end.
  if (!found.isFile()) return `${path} is not a file. Put one there, or leave it out.`
  if (found.size > maxBytes) return `${path} is larger than ${maxBytes / 1000} kB. Make it smaller.`
  // Windows has no such modes.
  if (access !== 'private' || process.platform === 'win32' || (found.mode & 0o077) === 0) return null
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0')
  return `${path} can be read by others (${mode}). Run: chmod 600 ${path}`
}

/** A secret from a file that only its owner may read. */
export function readSecret(path: string): string {
  const secret = readConfigFile(path, { access: 'private' }).trim()
  if (secret !== '') return secret
  throw new LonghandError('bad-config', `${path} is empty. Write the key into it, or leave it out.`)
}
