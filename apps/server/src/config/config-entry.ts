/** The path of a key in the configuration: `['compact', 'threshold']`. */
export type KeyPath = readonly (string | number)[]

/** A configured value and its origin: `longhand.config.yaml:12`, `LONGHAND_MODEL`, `--set`. */
export type ConfigEntry = { readonly path: KeyPath; readonly value: unknown; readonly origin: string }

/** The path in words: `compact.threshold`. */
export const keyOf = (path: KeyPath): string => path.join('.')

/** Merges entries; later ones win, key by key. */
export function mergeEntries(given: readonly ConfigEntry[]): unknown {
  // Without a prototype: a key like __proto__ is a key like any other.
  const root: Record<string, unknown> = Object.create(null)
  for (const { path, value } of given) put(root, path, value)
  return root
}

function put(root: Record<string, unknown>, path: KeyPath, value: unknown): void {
  let at = root
  for (const step of path.slice(0, -1)) {
    const next = at[step]
    // A later section replaces a value.
    if (!isSection(next)) at[step] = Object.create(null)
    at = at[step] as Record<string, unknown>
  }
  const last = path.at(-1)!
  // An empty section removes nothing that an earlier file has in it.
  if (isSection(value) && Object.keys(value).length === 0 && isSection(at[last])) return
  at[last] = structuredClone(value)
}

const isSection = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
