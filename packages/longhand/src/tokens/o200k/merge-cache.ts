import type { Merge } from './merge.ts'

const slots = 1 << 13
const slotSize = 32
/** A slot holds a length, a count and the bytes. */
const maxLength = slotSize - 2

/** Caches the token counts of recent pieces, since rare words repeat. A constant 256 KB; no text is kept. */
export function withCache(merge: Merge): Merge {
  const memory = new Uint8Array(slots * slotSize)

  return piece => {
    const { length, bytes, hashes } = piece
    if (length > maxLength) return merge(piece)
    const hash = hashes[length]!
    const slot = ((hash ^ (hash >>> 15)) & (slots - 1)) * slotSize
    if (memory[slot] === length && holds(slot, bytes, length)) return memory[slot + 1]!
    const tokens = merge(piece)
    memory[slot] = length
    memory[slot + 1] = tokens
    for (let at = 0; at < length; at++) memory[slot + 2 + at] = bytes[at]!
    return tokens
  }

  function holds(slot: number, bytes: Uint8Array, length: number): boolean {
    for (let at = 0; at < length; at++) if (memory[slot + 2 + at] !== bytes[at]) return false
    return true
  }
}
