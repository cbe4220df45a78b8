import { isDeepStrictEqual } from 'node:util'
import { type ConfigEntry, type KeyPath, keyOf } from './config-entry.ts'
import { permissionFor } from './key-permissions.ts'

/** Splits the entries of a file into harmless ones and those that need trust. */
export function splitByTrust<T extends ConfigEntry>(
  given: readonly T[],
): { readonly harmless: T[]; readonly privileged: T[] } {
  const values = given.filter(one => !isSection(one))
  const isHarmless = ({ path }: ConfigEntry) => permissionFor(path) === 'harmless'
  const harmless = new Set(values.filter(isHarmless))
  const within = new Set([...harmless].flatMap(({ path }) => path.map((_, at) => keyOf(path.slice(0, at)))))
  // A section of which nothing is left is dropped.
  const isLeft = (section: T) => isSection(section) && within.has(keyOf(section.path))
  return {
    harmless: given.filter(one => isLeft(one) || harmless.has(one)),
    privileged: values.filter(one => !isHarmless(one)),
  }
}

/**
 * The home configuration under that of a folder, which wins key by key. A provider, a tool server, and keys that exclude
 * each other are replaced as a whole: an address from the folder never gets a key from the home.
 */
export function overlayFolder<T extends ConfigEntry>(home: readonly T[], folder: readonly T[]): readonly T[] {
  const taken = new Set(folder.map(({ path }) => unitOf(path)))
  const isTaken = (unit: string | null) => unit !== null && taken.has(unit)
  return [...home.filter(({ path }) => !isTaken(unitOf(path))), ...folder]
}

/** The unit that a key is replaced with; null when it is replaced alone. */
function unitOf(path: KeyPath): string | null {
  const depth = path[0] === 'mcp' || path[1] === 'compatible' ? 3 : 2
  if (['mcp', 'providers'].includes(String(path[0]))) return path.length < depth ? null : keyOf(path.slice(0, depth))
  if (path[0] === 'auth') return 'auth'
  return exclusive.find(keys => keys.includes(keyOf(path)))?.[0] ?? null
}

const exclusive: readonly (readonly string[])[] = [
  ['compact.retention_window', 'compact.retention_turns', 'compact.retention_tokens', 'preserve_count'],
  ['compact.token_threshold', 'model_auto_compact_token_limit'],
  ['compact.prompt', 'compact.prompt_file', 'compact_prompt'],
]

/** Every section has an empty entry of its own. */
export const isSection = ({ value }: ConfigEntry): boolean => isDeepStrictEqual(value, {})
