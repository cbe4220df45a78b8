import type { Message } from '../core/message.ts'
import { sameJson } from '../core/same-json.ts'
import type { Engine } from '../engine/engine.ts'
import { areInstructions, type KnownMessages } from './known-messages.ts'

type Counted<Source> = {
  readonly known: KnownMessages<Source>
  readonly read: (source: Source) => readonly Message[]
  readonly count: (message: Message) => Promise<number>
}

/** Tokens that the system messages at the start take beyond what is stored of them. */
export async function addedInstructions<Source>({ known, read, count }: Counted<Source>): Promise<number> {
  const tokensOf = async (messages: readonly Message[]) => {
    let sum = 0
    for (const message of messages) sum += await count(message)
    return sum
  }
  let added = 0
  for (const [at, { entries }] of known.held.entries()) {
    const source = known.sources[at] ?? null
    const stored = entries.map(({ message }) => message)
    if (source === null || !areInstructions(stored)) break
    const now = read(source)
    // What they take less is known when the next usage is reported.
    if (!sameJson(now, stored)) added += Math.max(0, (await tokensOf(now)) - (await tokensOf(stored)))
  }
  return added
}

/** The engine, with instructions that are longer than what is stored of them. */
export const withInstructions = (engine: Engine, added: () => number): Engine => ({
  ...engine,
  models: { ...engine.models, find: name => ({ ...engine.models.find(name), addedInstructions: added() }) },
})
