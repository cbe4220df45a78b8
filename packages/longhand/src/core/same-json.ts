/**
 * Whether two values are written to JSON as the same, whatever the order of their keys. Nothing is copied for it: apps
 * hand in whole conversations as new objects with every request. What nests deeper than any message may, or holds itself, is the same as nothing.
 */
export function sameJson(one: unknown, other: unknown, depth = 0): boolean {
  if (one === other) return true
  if (depth > maxDepth) return false
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => sameJson(value, other[at], depth + 1))
  if (Array.isArray(one) || Array.isArray(other)) return false
  // A URL has no fields of its own.
  if (isWrittenAs(one) && isWrittenAs(other)) return sameJson(one.toJSON(), other.toJSON(), depth + 1)
  return sameFields(one as Fields, other as Fields, depth)
}

const maxDepth = 1_000

const isWrittenAs = (value: object): value is { toJSON(): unknown } =>
  'toJSON' in value && typeof value.toJSON === 'function'

type Fields = { readonly [name: string]: unknown }

/** Fields without a value are not written. */
function sameFields(one: Fields, other: Fields, depth: number): boolean {
  let missing = 0
  for (const name of Object.keys(one)) {
    const value = one[name]
    if (value === undefined) continue
    if (!Object.hasOwn(other, name) || !sameJson(value, other[name], depth + 1)) return false
    missing++
  }
  for (const name of Object.keys(other)) if (other[name] !== undefined) missing--
  return missing === 0
}
