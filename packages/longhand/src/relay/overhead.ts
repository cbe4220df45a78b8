import { createHash } from 'node:crypto'
import { BoundedMap } from '../core/bounded-map.ts'
import type { Engine } from '../engine/engine.ts'
import { createPacer } from '../engine/long-work/pacer.ts'
import { taskRunner } from '../engine/long-work/run-task.ts'
import { encode } from './edit-bytes.ts'
import type { ClientRequest } from './read-request.ts'

/** Counts what a client sends along with every request: system prompts and tools. Each is counted once. */
export function createOverheadCount(): (request: ClientRequest, engine: CountingEngine) => Promise<number> {
  const known = new BoundedMap<number>(1_000)
  const decoder = new TextDecoder()
  return async ({ bytes, members, items, pieces, protocol, after }, engine) => {
    const count = async (text: Uint8Array): Promise<number> => {
      const key = createHash('sha256').update(text).digest('base64url')
      const before = known.get(key)
      if (before !== undefined) return before
      const said = decoder.decode(text)
      const isLong = said.length > maxLettersHere
      const tokens = isLong ? await taskRunner(engine)('countTexts', [said]) : engine.meter.countText(said)
      known.set(key, tokens)
      return tokens
    }
    const sent = members.filter(({ key }) => protocol.overhead.includes(key)).map(({ value }) => value)
    const said = pieces.filter(({ role }) => role === 'system').map(({ item }) => items[item]!)
    const texts = [...sent, ...said].map(({ from, to }) => bytes.subarray(from, to))
    // H4.17 what the system said before is read as well, where its provider holds it.
    const held = after?.system?.length ? [encode(JSON.stringify(after.system))] : []
    const pace = createPacer()
    let tokens = 0
    for (const text of [...texts, ...held]) {
      tokens += await count(text)
      await pace()
    }
    return tokens
  }
}

type CountingEngine = Pick<Engine, 'meter' | 'runTask'>

/** Letters that are counted in some ten milliseconds; agents send fewer. */
const maxLettersHere = 200_000
