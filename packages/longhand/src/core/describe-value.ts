/** A value that somebody gave, in a few words for a sentence about it. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'missing'
  if (typeof value === 'string') return value.length > 40 ? 'a long string' : `"${value}"`
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`
}
