import { hashOf } from './hash-of.ts'

/** The lists of the last requests: a client sends nearly all of its last one again. */
export type ItemChain = {
  /** Begins a list; `name` tells lists of one request apart. */
  start(name: string): ItemWalk
}

export type ItemWalk = {
  /** Where the item at a place ends if it is the one that stood here last time; null when it has to be read. */
  endOf(bytes: Uint8Array, from: number): number | null
  /** Takes the item that was found, and returns what it is known by. */
  take(bytes: Uint8Array, from: number, to: number): KnownBytes
  /** Remembers the list for the next request. */
  end(bytes: Uint8Array): void
}

/**
 * Stands for the bytes of an item: the same object as long as they come again in the same place. It does not hold them: a
 * few of them would keep the whole request in memory that they came with.
 */
export type KnownBytes = {
  /** Of the bytes it stands for; hashed once. */
  readonly hash: (bytes: Uint8Array) => string
}

type TakenItem = { readonly to: number; readonly known: KnownBytes }

/** A list as it came, its items with their ends counted from where the first one begins. */
type List = { readonly bytes: Uint8Array; readonly items: readonly TakenItem[] }

/** Of the first item: the lists themselves are compared anyway. */
const keyBytes = 65_536

/** Of all lists that are remembered; the ones that came longest ago go first. One of 100,000 short items, the most that there may be, is held. */
const maxWeight = 160_000_000

/** Bytes that it takes to know an item, its own aside. */
const perItem = 1_000

const weightOf = ({ bytes, items }: List): number => bytes.length + perItem * items.length

export const createItemChain = (): ItemChain => {
  const lists = createLists()
  return {
    start(name) {
      const items: TakenItem[] = []
      let start = 0
      let key = ''
      let last: List | null = null
      let shared = 0
      /** The item of the last list that ends here as well. */
      const sameAt = (bytes: Uint8Array): TakenItem | null => {
        const item = last?.items[items.length]
        // The same bytes are the same value only where nothing more belongs to it.
        return item !== undefined && item.to <= shared && isAfterItem(bytes[start + item.to]) ? item : null
      }
      return {
        endOf(bytes) {
          const item = sameAt(bytes)
          return item === null ? null : start + item.to
        },
        take(bytes, from, to) {
          if (items.length === 0) {
            start = from
            key = `${name} ${to - from} ${hashOf(bytes.subarray(from, Math.min(to, from + keyBytes)))}`
            last = lists.get(key)
            shared = last === null ? 0 : sharedLength(last.bytes, bytes.subarray(from))
          }
          const same = sameAt(bytes)
          const known = same !== null && start + same.to === to ? same.known : knownBytes()
          items.push({ to: to - start, known })
          return known
        },
        end(bytes) {
          if (items.length > 0) lists.set(key, { bytes: bytes.subarray(start, start + items.at(-1)!.to), items })
        },
      }
    },
  }
}

function knownBytes(): KnownBytes {
  let found: string | null = null
  return {
    hash(bytes) {
      found ??= hashOf(bytes)
      return found
    },
  }
}

/** How many bytes are compared at once; fewer near where they differ. */
const steps = [65_536, 1_024]

/** How many bytes two lists have in common at their beginning. */
function sharedLength(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  for (const step of steps)
    while (at + step <= most && Buffer.compare(a.subarray(at, at + step), b.subarray(at, at + step)) === 0) at += step
  while (at < most && a[at] === b[at]) at++
  return at
}

const isAfterItem = (byte: number | undefined): boolean =>
  byte === 0x2c || byte === 0x5d || byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

function createLists() {
  const lists = new Map<string, List>()
  let total = 0
  const forget = (key: string) => {
    const list = lists.get(key)
    if (list !== undefined) total -= weightOf(list)
    lists.delete(key)
  }
  return {
    get: (key: string): List | null => lists.get(key) ?? null,
    set(key: string, list: List): void {
      forget(key)
      lists.set(key, list)
      total += weightOf(list)
      for (const oldest of lists.keys()) {
        if (total <= maxWeight) break
        forget(oldest)
      }
    },
  }
}
