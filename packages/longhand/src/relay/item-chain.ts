import { hash } from 'node:crypto'
import { BoundedMap } from '../core/bounded-map.ts'

/** The items that came after the same items before: a client sends nearly all of its last request again. */
export type ItemChain = {
  /** Begins a list; `name` tells lists of one request apart. */
  start(name: string): ItemWalk
}

export type ItemWalk = {
  /** Where the item at a place ends if it is the one that came here last time; null when it has to be read. */
  endOf(bytes: Uint8Array, from: number): number | null
  /** Takes the item that was found, and returns the hash of its bytes. */
  take(bytes: Uint8Array, from: number, to: number): string
}

type KnownItem = { readonly length: number; readonly key: string }

/** More items than agents hold at once. */
export const createItemChain = (): ItemChain => {
  const known = new BoundedMap<KnownItem>(50_000)
  return {
    start(name) {
      let before = name
      let found: { readonly from: number; readonly key: string } | null = null
      return {
        endOf(bytes, from) {
          const guess = known.get(before)
          const to = from + (guess?.length ?? 0)
          // The same bytes are the same value only where nothing more belongs to it.
          if (guess === undefined || !isAfterItem(bytes[to]) || keyOf(bytes, from, to) !== guess.key) return null
          found = { from, key: guess.key }
          return to
        },
        take(bytes, from, to) {
          const key = found?.from === from ? found.key : keyOf(bytes, from, to)
          known.set(before, { length: to - from, key })
          before = hash('sha256', `${before} ${key}`, 'base64url')
          return key
        },
      }
    },
  }
}

const keyOf = (bytes: Uint8Array, from: number, to: number): string =>
  hash('sha256', bytes.subarray(from, to), 'base64url')

const isAfterItem = (byte: number | undefined): boolean =>
  byte === 0x2c || byte === 0x5d || byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
