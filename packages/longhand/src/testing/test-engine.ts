import { type Message, textOf, user } from '../core/message.ts'
import type { Prices } from '../core/money.ts'
import { classic, type Policy } from '../core/policy.ts'
import { createEngine, type Engine, leaseMs, type Scope, scopeOf } from '../engine/engine.ts'
import type { Generate, GenerateRequest, ModelEvent } from '../engine/ports/chat-model.ts'
import type { Clock } from '../engine/ports/clock.ts'
import type { EngineEvent } from '../engine/ports/events.ts'
import type { Meter } from '../engine/ports/meter.ts'
import type { Models } from '../engine/ports/models.ts'
import { localOwner, type Storage } from '../engine/ports/store.ts'
import type { Summariser } from '../engine/ports/summariser.ts'
import { send } from '../engine/turn/send.ts'
import { failingModels, failingStorage } from './failing-ports.ts'

/** An engine with a scripted model and a plain meter, on whatever storage a test brings. */
export type TestEngine = {
  readonly engine: Engine
  readonly scope: Scope
  /** What the model was asked, in order. */
  readonly asked: readonly GenerateRequest[]
  readonly events: readonly EngineEvent[]
}

export type TestEngineOptions = {
  readonly storage: Storage
  readonly generate?: Generate
  readonly summariser?: Summariser | null
  readonly window?: number
  readonly reserve?: number
  readonly policy?: Partial<Policy>
  readonly clock?: Clock
  readonly meter?: Meter
  readonly worker?: string
  readonly conversation?: string
  readonly prices?: Prices
}

export async function openTestEngine(options: TestEngineOptions): Promise<TestEngine> {
  const asked: GenerateRequest[] = []
  const events: EngineEvent[] = []
  const generate: Generate = (request, signal) => {
    asked.push(request)
    return (options.generate ?? saying('Fine.'))(request, signal)
  }
  let ids = 0
  const worker = options.worker ?? 'w1'
  const engine = createEngine({
    storage: failingStorage(options.storage),
    models: failingModels(modelsOf(generate, options)),
    meter: options.meter ?? lettersMeter,
    clock: options.clock ?? { now: () => Date.now(), sleep: briefly },
    newId: () => `${worker}-${++ids}-${crypto.randomUUID().slice(0, 8)}`,
    worker,
    policy: { ...classic, ...options.policy },
    onEvent: event => void events.push(event),
  })
  const conversation = options.conversation ?? crypto.randomUUID()
  const scope = scopeOf(engine, localOwner, conversation)
  await scope.store.conversations.create({ id: conversation })
  return { engine, scope, asked, events }
}

/** Sends a message and reads the answer to its end, and to the end of what it set going. */
export async function say(it: TestEngine, text: string) {
  const sent = await send(it.scope, { id: crypto.randomUUID(), message: user(text) })
  if (sent.type !== 'answering') throw new Error(sent.type)
  const chunks: { type: string; data?: { phase?: string } }[] = []
  for await (const chunk of sent.feed.listen()) chunks.push(chunk as { type: string })
  await settle(it)
  return chunks
}

/** Waits until nothing runs in the background any more. */
export async function settle({ engine, scope }: TestEngine) {
  for (let quiet = 0; quiet < 3; ) {
    const running = [
      engine.activeTurns.get(scope.conversation)?.done,
      engine.activeCompactions.get(scope.conversation)?.done,
    ]
    await Promise.all(running)
    await new Promise(resolve => setTimeout(resolve, 3))
    quiet = running.every(one => one === undefined) ? quiet + 1 : 0
  }
}

/** A model that always says the same. */
export const saying = (text: string): Generate =>
  scripted(() => [{ role: 'assistant', parts: [{ type: 'text', text }] }])

/** A model whose step is whatever the script makes of the request; it goes on while the step holds results. */
export const scripted = (script: (request: GenerateRequest) => readonly Message[]): Generate =>
  async function* (request, signal): AsyncGenerator<ModelEvent> {
    const messages = script(request)
    const said = messages[0]!
    for (const word of textOf(said).split(' ')) {
      if (signal.aborted) return
      yield { type: 'chunk', chunk: { type: 'text-delta', id: '1', delta: word }, parts: () => said.parts }
    }
    const finish = messages.some(({ role }) => role === 'tool') ? 'tool-calls' : 'stop'
    yield { type: 'end', messages, finish, usage: null }
  }

/** One token a letter: tests can make windows that fit to the letter. */
export const lettersMeter: Meter = {
  count: message => JSON.stringify(message.parts).length,
  countAsync: async message => lettersMeter.count(message),
  countText: text => text.length,
  measure: ({ view, instructions, tools }) => {
    const messages = view.reduce((sum, { count }) => sum + count, 0)
    const breakdown = { system: instructions, tools, summary: 0, protected: 0, messages, attachments: 0 }
    return { used: instructions + tools + messages, source: 'estimated', breakdown }
  },
  room: (room, learnt) => {
    const limit = (learnt as { limit?: number } | null)?.limit
    return limit === undefined || (room.window !== null && room.window <= limit) ? room : { ...room, window: limit }
  },
  learn: () => ({ learnt: null, cut: false }),
  figures: (_, learnt) => ({ ratio: 1, window: (learnt as { limit?: number } | null)?.limit ?? null }),
  limit: (_, limit) => ({ limit }),
}

function modelsOf(
  generate: Generate,
  { window = 100_000, reserve = 1_000, summariser = null, prices }: TestEngineOptions,
): Models {
  return {
    defaultModel: 'scripted',
    find: name => ({ name, generate, room: { window, reserve }, instructions: null, tools: 0 }),
    summariser: () => summariser,
    prices: () => prices ?? null,
  }
}

/** Resolves when the signal fires, or at once if it already has. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())))

/** Sleeps for a moment and lets others have their turn meanwhile. Only deadlines are as late as they should be. */
export const briefly = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms > leaseMs ? ms : Math.min(ms, 20))
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** What a summariser writes that does nothing wrong, of a person who asks and is answered. */
export const plainSummary = `## Goal
The person asked one question after the other and wanted each of them answered at once.

## Decisions
Every question was answered with a plain yes. None of the answers was taken back or changed later.

## State
All questions up to this place were answered. Nothing was open, and nothing was blocked.

## Next steps
The person went on with the next question.`
