import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type ConfigEntry, type KeyPath, keyOf } from '../config/config-entry.ts'
import { isPathKey } from '../config/key-permissions.ts'
import { maxPromptBytes, type PromptPartial, promptPartials } from '../config/prompt-partials.ts'

/**
 * A digest of everything that a file needs trust for: the keys with their values, the real places of the files that it
 * names, and the words of its prompt with its partials. Whatever changes one of these is asked about again.
 */
export function fingerprint(given: readonly ConfigEntry[], folder: string): string {
  const parts = given.map(entry => {
    const { path, value } = entry
    const partials = partialsOf(entry, folder).map(({ path, text }) => [path, futureRealPath(path), digestOf(text)])
    // Who has agreed to a prompt without partials need not be asked again.
    const words = partials.length === 0 ? [] : [partials]
    if (!isPathKey(path) || typeof value !== 'string') return [path, value, ...words]
    return [path, value, futureRealPath(value), isPromptFile(path) ? fileDigest(value) : null, ...words]
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

const isPromptFile = (path: KeyPath): boolean => keyOf(path) === 'compact.prompt_file'

const promptKeys: ReadonlySet<string> = new Set(['compact.prompt', 'compact_prompt'])

/** The files that belong to a prompt of a configuration in a folder. */
export function partialsOf({ path, value }: ConfigEntry, folder: string): readonly PromptPartial[] {
  if (typeof value !== 'string') return []
  if (promptKeys.has(keyOf(path))) return promptPartials(value, folder)
  const template = isPromptFile(path) ? readPromptFile(value) : null
  return template === null ? [] : promptPartials(template.toString('utf8'), dirname(value))
}

function fileDigest(path: string): string | null {
  const found = readPromptFile(path)
  return found === null ? null : digestOf(found)
}

const digestOf = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')

function readPromptFile(path: string): Buffer | null {
  try {
    const found = statSync(path)
    return found.isFile() && found.size <= maxPromptBytes ? readFileSync(path) : null
  } catch {
    return null
  }
}
