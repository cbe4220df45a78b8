import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type ConfigEntry, keyOf } from '../config/config-entry.ts'
import { isPathKey } from '../config/key-permissions.ts'

/**
 * A digest of everything that a file needs trust for: the keys with their values, the real places of the files that it
 * names, and the words of its prompt. Whatever changes one of these is asked about again.
 */
export function fingerprint(given: readonly ConfigEntry[]): string {
  const parts = given.map(({ path, value }) => {
    if (!isPathKey(path) || typeof value !== 'string') return [path, value]
    return [path, value, futureRealPath(value), keyOf(path) === 'compact.prompt_file' ? digestOf(value) : null]
  })
  const sorted = parts.map(part => JSON.stringify(part)).toSorted()
  return createHash('sha256')
    .update(JSON.stringify(['longhand trust 1', ...sorted]))
    .digest('hex')
}

/** Where a path leads once links are followed; null when there is nothing. */
export function realPath(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}

/** The same for what is not there yet: its folder is. */
function futureRealPath(path: string): string {
  return realPath(path) ?? (dirname(path) === path ? path : join(futureRealPath(dirname(path)), basename(path)))
}

/** A larger file is not a prompt. */
export const maxPromptBytes = 1_000_000

function digestOf(path: string): string | null {
  try {
    const found = statSync(path)
    if (!found.isFile() || found.size > maxPromptBytes) return null
    return createHash('sha256').update(readFileSync(path)).digest('hex')
  } catch {
    return null
  }
}
