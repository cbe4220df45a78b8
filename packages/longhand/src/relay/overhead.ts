import { createHash } from 'node:crypto'
import { BoundedMap } from '../core/bounded-map.ts'
import type { Meter } from '../engine/ports/meter.ts'
import { encode } from './edit-bytes.ts'
import type { ClientRequest } from './read-request.ts'

/** Counts what a client sends along with every request: system prompts and tools. Each is counted once. */
export function createOverheadCount(): (request: ClientRequest, meter: Meter) => number {
  const known = new BoundedMap<number>(1_000)
  const decoder = new TextDecoder()
  return ({ bytes, members, items, pieces, protocol, after }, meter) => {
    const count = (text: Uint8Array): number => {
      const key = createHash('sha256').update(text).digest('base64url')
      const before = known.get(key)
      if (before !== undefined) return before
      const tokens = meter.countText(decoder.decode(text))
      known.set(key, tokens)
      return tokens
    }
    const sent = members.filter(({ key }) => protocol.overhead.includes(key)).map(({ value }) => value)
    const said = pieces.filter(({ role }) => role === 'system').map(({ item }) => items[item]!)
    const texts = [...sent, ...said].map(({ from, to }) => bytes.subarray(from, to))
    // H4.17 what the system said before is read as well, where its provider holds it.
    const held = after?.system?.length ? [encode(JSON.stringify(after.system))] : []
    return [...texts, ...held].reduce((sum, text) => sum + count(text), 0)
  }
}
