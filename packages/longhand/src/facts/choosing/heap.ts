/** A priority queue of numbered items: the one with the largest key comes first. */
export type Heap = {
  readonly push: (key: number, item: number) => void
  /** The next item; −1 when the queue is empty. */
  readonly pop: () => number
  /** The largest key, or −∞ when the queue is empty. */
  readonly peek: () => number
}

export function heap(): Heap {
  const keys: number[] = []
  const items: number[] = []

  const push = (key: number, item: number): void => {
    let at = keys.push(key) - 1
    items.push(item)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (keys[parent]! >= key) break
      keys[at] = keys[parent]!
      items[at] = items[parent]!
      at = parent
    }
    keys[at] = key
    items[at] = item
  }

  const pop = (): number => {
    if (keys.length === 0) return -1
    const first = items[0]!
    const key = keys.pop()!
    const item = items.pop()!
    if (keys.length > 0) sink(key, item)
    return first
  }

  /** Puts an item at the top, and lets it sink to its place. */
  const sink = (key: number, item: number): void => {
    const { length } = keys
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= length) break
      if (child + 1 < length && keys[child + 1]! > keys[child]!) child++
      if (keys[child]! <= key) break
      keys[at] = keys[child]!
      items[at] = items[child]!
      at = child
    }
    keys[at] = key
    items[at] = item
  }

  return { push, pop, peek: () => keys[0] ?? Number.NEGATIVE_INFINITY }
}
