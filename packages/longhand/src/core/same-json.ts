/** Whether two values are written to JSON as the same, whatever the order of their keys; large texts are not copied for it. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => sameJson(value, other[at]))
  if (Array.isArray(one) || Array.isArray(other)) return false
  const [mine, theirs] = [definedFields(one), definedFields(other)]
  return (
    mine.size === theirs.size &&
    [...mine].every(([name, value]) => theirs.has(name) && sameJson(value, theirs.get(name)))
  )
}

const definedFields = (value: object): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(value).filter(([, inside]) => inside !== undefined))
