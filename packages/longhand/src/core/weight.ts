/**
 * How much plain data there is: its letters and bytes, and something for each thing in it. Once that is more than the
 * limit, the rest is not looked at. What turns itself into JSON is not taken apart.
 */
export function weightOf(data: unknown, limit: number, perThing: number): number {
  let weight = 0
  const open: Iterator<unknown>[] = [[data].values()]
  while (open.length > 0 && weight <= limit) {
    const { done, value } = open.at(-1)!.next()
    if (done) {
      open.pop()
      continue
    }
    weight += perThing
    if (typeof value === 'string') weight += value.length
    else if (ArrayBuffer.isView(value)) weight += value.byteLength
    else if (Array.isArray(value)) open.push(value.values())
    else if (typeof value === 'object' && value !== null && !('toJSON' in value))
      open.push(Object.values(value).values())
  }
  return weight
}
