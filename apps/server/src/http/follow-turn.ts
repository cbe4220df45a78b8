import type { Part } from 'longhand'
import type { Json } from 'longhand/internal/core'
import { entryChunk, type Scope, type TurnJob } from 'longhand/internal/engine'

/** How often a stored answer is read while another process writes it: a little under what people notice. */
const pollMs = 300

/** Streams an answer that another process writes, from what is stored of it. */
export async function* followTurn(scope: Scope, id: string, gone: AbortSignal): AsyncIterable<Json> {
  const { engine, store, conversation } = scope
  const sent = new Set<string>()
  let shown: readonly Part[] = []
  let step = 1
  yield { type: 'start', messageId: id }
  while (!gone.aborted) {
    const turn = await store.turns.latest(conversation)
    const runs = turn?.id === id && turn.status === 'running'
    const parts = runs ? turn.parts : []
    // Parts that have become fewer are those of a new step: the one before is stored as entries.
    if (!runs || parts.length < shown.length) {
      yield* endChunks(shown, step++)
      yield* newEntries(scope, id, sent)
      shown = []
    }
    yield* newChunks(shown, parts, step)
    shown = parts
    if (!runs) break
    await engine.clock.sleep(pollMs, gone)
  }
  yield { type: 'finish' }
}

async function* newEntries(
  { store, conversation }: Scope,
  turn: TurnJob['id'],
  sent: Set<string>,
): AsyncIterable<Json> {
  const { entries } = await store.entries.page(conversation, { limit: 200 })
  const ours = entries.filter(({ entry, about }) => entry.id === turn || (about as About | null)?.turn === turn)
  for (const stored of ours) {
    if (sent.has(stored.entry.id)) continue
    sent.add(stored.entry.id)
    yield entryChunk(stored)
  }
}

type About = { readonly turn?: string }

/** What a step says more than before, as chunks of a UI message stream. */
function* newChunks(before: readonly Part[], after: readonly Part[], step: number): Iterable<Json> {
  for (const [at, part] of after.entries()) {
    const old = before[at]
    const id = `${step}.${at}`
    if (part.type === 'text' || part.type === 'reasoning') {
      if (old === undefined) yield { type: `${part.type}-start`, id }
      const delta = part.text.slice(old?.type === part.type ? old.text.length : 0)
      if (delta !== '') yield { type: `${part.type}-delta`, id, delta }
    } else if (part.type === 'tool-call' && old === undefined) {
      yield { type: 'tool-input-available', toolCallId: part.callId, toolName: part.name, input: part.input }
    } else if (part.type === 'tool-result' && old === undefined) {
      yield { type: 'tool-output-available', toolCallId: part.callId, output: part.output }
    }
  }
}

function* endChunks(parts: readonly Part[], step: number): Iterable<Json> {
  for (const [at, part] of parts.entries()) {
    if (part.type === 'text' || part.type === 'reasoning') yield { type: `${part.type}-end`, id: `${step}.${at}` }
  }
}
