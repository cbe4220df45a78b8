/** Letters that no task takes more than 20 ms for. */
const longFrom = 20_000

/** Whether plain data holds so much text that a thread should work on it. It looks no further than it has to. */
export function isLong(data: unknown, from: number = longFrom): boolean {
  let letters = 0
  const todo = [data]
  while (todo.length > 0 && letters < from) {
    const value = todo.pop()
    if (typeof value === 'string') letters += value.length
    else if (ArrayBuffer.isView(value)) letters += value.byteLength
    else if (typeof value === 'object' && value !== null) {
      // Things that hold no text take time as well.
      letters += 1
      for (const part of Object.values(value)) todo.push(part)
    }
  }
  return letters >= from
}
