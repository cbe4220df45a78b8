import { readFileSync, statSync } from 'node:fs'
import { LonghandError } from 'longhand'

/** The text of a file that nobody but its owner may read. Others are refused before they are read. */
export function readSecret(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw bad(`There is no file ${path}. Write the key into it, or leave it out.`)
  if (!found.isFile()) throw bad(`${path} is not a file. Name one that holds nothing but the key.`)
  // Windows has no such modes.
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    const mode = (found.mode & 0o777).toString(8).padStart(4, '0')
    throw bad(`${path} can be read by others (${mode}). Run: chmod 600 ${path}`)
  }
  const secret = read(path).trim()
  if (secret === '') throw bad(`${path} is empty. Write the key into it, or leave it out.`)
  return secret
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw bad(`${path} cannot be read (${(cause as NodeJS.ErrnoException).code}). Fix its permissions.`)
  }
}

const bad = (sentence: string): LonghandError => new LonghandError('bad-config', sentence)
