import type { Table } from './table.ts'

/** The rank of a stretch of bytes that is not a token: after all others. */
export const noRank = 0x7fffffff

/** Finds the rank of a stretch of bytes by its hash. */
export type Ranks = {
  /** Bytes of the longest token. */
  readonly longest: number
  readonly rankOf: (bytes: Uint8Array, from: number, to: number, hash: number) => number
}

/** The tokens of a table in one open-addressing hash table: no strings, no objects, nothing for the collector to walk. */
export function ranks({ lengths, bytes: vocabulary }: Table): Ranks {
  const starts = new Uint32Array(lengths.length + 1)
  // Two numbers per slot, rank + 1 and hash, so that a look-up that fails touches one place in memory.
  const slots = new Int32Array(2 * slotCount)
  // Most look-ups fail. For two bytes a small array tells, for more a bitmap that stays in the processor's cache.
  const pairs = new Int32Array(0x10000).fill(noRank)
  const maybe = new Int32Array(slotCount >> 3)
  let longest = 0

  for (let rank = 0; rank < lengths.length; rank++) {
    const start = starts[rank]!
    const end = start + lengths[rank]!
    starts[rank + 1] = end
    longest = Math.max(longest, end - start)
    let hash = 0
    for (let at = start; at < end; at++) hash = addToHash(hash, vocabulary[at]!)
    let slot = slotOf(hash)
    while (slots[slot] !== 0) slot = next(slot)
    slots[slot] = rank + 1
    slots[slot + 1] = hash
    maybe[slotOf(hash) >> 4]! |= 1 << (hash & 31)
    if (end - start === 2) pairs[(vocabulary[start]! << 8) | vocabulary[start + 1]!] = rank
  }

  function rankOf(bytes: Uint8Array, from: number, to: number, hash: number): number {
    if (to - from === 2) return pairs[(bytes[from]! << 8) | bytes[from + 1]!]!
    const home = slotOf(hash)
    if ((maybe[home >> 4]! & (1 << (hash & 31))) === 0) return noRank
    for (let slot = home; slots[slot] !== 0; slot = next(slot)) {
      if (slots[slot + 1] === hash && same(bytes, from, to, slots[slot]! - 1)) return slots[slot]! - 1
    }
    return noRank
  }

  function same(bytes: Uint8Array, from: number, to: number, rank: number): boolean {
    let start = starts[rank]!
    if (starts[rank + 1]! - start !== to - from) return false
    for (let at = from; at < to; at++, start++) if (vocabulary[start] !== bytes[at]) return false
    return true
  }

  return { longest, rankOf }
}

const slotBits = 19
const slotCount = 1 << slotBits

const slotOf = (hash: number): number => (Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> (32 - slotBits)) << 1

const next = (slot: number): number => (slot + 2) & (2 * slotCount - 1)

/** Polynomial, so that the hash of any stretch follows from the hashes of two prefixes. */
const factor = 0x01000193

export const addToHash = (hash: number, byte: number): number => (Math.imul(hash, factor) + byte + 1) | 0

export function powersOfFactor(longest: number): Int32Array {
  const powers = new Int32Array(longest + 1).fill(1)
  for (let power = 1; power <= longest; power++) powers[power] = Math.imul(powers[power - 1]!, factor)
  return powers
}
