/**
 * How much plain data there is: its letters and bytes, and something for each thing in it. Once that is more than the
 * limit, the rest is not looked at. What turns itself into JSON is not taken apart.
 */
export function weightOf(data: unknown, limit: number, perValue: number): number {
  let weight = 0
  // A stack of its own, because data may nest deeper than calls can; plain loops, because whole histories are weighed.
  const todo = [data]
  while (todo.length > 0 && weight <= limit) {
    const value = todo.pop()
    weight += perValue
    if (typeof value === 'string') weight += value.length
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      // A list may be so long that its things alone are too many.
      if (weight + perValue * value.length > limit) return weight + perValue * value.length
      for (let at = 0; at < value.length; at++) todo.push(value[at])
    } else if (ArrayBuffer.isView(value)) weight += value.byteLength
    else if (!('toJSON' in value)) for (const key in value) todo.push((value as Record<string, unknown>)[key])
  }
  return weight
}
