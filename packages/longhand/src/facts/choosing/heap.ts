/** A priority queue: the item with the largest key comes first. */
export type Heap<T> = {
  readonly push: (key: number, item: T) => void
  readonly pop: () => { readonly key: number; readonly item: T } | undefined
  /** The largest key, or −∞ when the queue is empty. */
  readonly peek: () => number
}

export function heap<T>(): Heap<T> {
  const keys: number[] = []
  const items: T[] = []

  const swap = (a: number, b: number): void => {
    ;[keys[a], keys[b]] = [keys[b]!, keys[a]!]
    ;[items[a], items[b]] = [items[b]!, items[a]!]
  }

  const push = (key: number, item: T): void => {
    keys.push(key)
    items.push(item)
    for (let at = keys.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1
      if (keys[parent]! >= keys[at]!) return
      swap(parent, at)
      at = parent
    }
  }

  const pop = () => {
    if (keys.length === 0) return undefined
    swap(0, keys.length - 1)
    const key = keys.pop()!
    const item = items.pop()!
    for (let at = 0; ; ) {
      let largest = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < keys.length && keys[child]! > keys[largest]!) largest = child
      }
      if (largest === at) return { key, item }
      swap(at, largest)
      at = largest
    }
  }

  return { push, pop, peek: () => keys[0] ?? Number.NEGATIVE_INFINITY }
}
