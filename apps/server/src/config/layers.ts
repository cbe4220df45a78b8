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
  // A section of which nothing is left is not there at all.
  const isLeft = (section: T) => isSection(section) && within.has(keyOf(section.path))
  return {
    harmless: given.filter(one => isLeft(one) || harmless.has(one)),
    privileged: values.filter(one => !isHarmless(one)),
  }
}

/**
 * The home configuration under the one of a folder: the folder's wins, key by key. A provider or a tool server is one
 * thing: an address of the folder's never meets a key of the home's. So are keys that exclude each other.
 */
export function overlayFolder<T extends ConfigEntry>(home: readonly T[], folder: readonly T[]): readonly T[] {
  const taken = new Set(folder.map(({ path }) => unitOf(path)))
  const isTaken = (unit: string | null) => unit !== null && taken.has(unit)
  return [...home.filter(({ path }) => !isTaken(unitOf(path))), ...folder]
}

/** The name of what a key is a part of; null when it stands for itself. */
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

/** A section is named by itself too, empty as it is. */
export const isSection = ({ value }: ConfigEntry): boolean => isDeepStrictEqual(value, {})
