import type { ModelMessage } from 'ai'
import { fromModelMessages } from '../packages/longhand/src/ai-sdk/convert/convert.ts'
import { createGenerate } from '../packages/longhand/src/ai-sdk/generate.ts'
import { user } from '../packages/longhand/src/core/message.ts'
import { classic } from '../packages/longhand/src/core/policy.ts'
import { createEngine, type Scope, scopeOf } from '../packages/longhand/src/engine/engine.ts'
import { systemClock } from '../packages/longhand/src/engine/ports/clock.ts'
import { localOwner } from '../packages/longhand/src/engine/ports/store.ts'
import { send } from '../packages/longhand/src/engine/turn/send.ts'
import { openMemory } from '../packages/longhand/src/stores/memory/open.ts'
import { meter } from '../packages/longhand/src/tokens/meter.ts'

/** A model of the AI SDK that answers at once, without a network. */
export const answeringModel = {
  ...{ specificationVersion: 'v3', provider: 'bench.chat', modelId: 'offline/bench', supportedUrls: {} },
  doGenerate: async ({ prompt }: Call) => ({
    ...{ content: [{ type: 'text', text: 'Fine.' }], finishReason, usage: usageOf(prompt), warnings: [] },
  }),
  doStream: async ({ prompt }: Call) => ({
    stream: new ReadableStream({
      start(to) {
        to.enqueue({ type: 'stream-start', warnings: [] })
        to.enqueue({ type: 'text-start', id: '1' })
        to.enqueue({ type: 'text-delta', id: '1', delta: 'Fine.' })
        to.enqueue({ type: 'text-end', id: '1' })
        to.enqueue({ type: 'finish', finishReason, usage: usageOf(prompt) })
        to.close()
      },
    }),
  }),
}

type Call = { readonly prompt: readonly unknown[] }

const finishReason = { unified: 'stop', raw: 'stop' }

const usageOf = ({ length }: Call['prompt']) => ({
  inputTokens: { total: 70 * length, noCache: 70 * length, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 10, text: 10, reasoning: 0 },
})

/** One turn of the engine that the server runs; the first call stores the messages, each later one is one message more. */
export function sendThroughEngine(window: number): (messages: ModelMessage[]) => Promise<void> {
  const generate = createGenerate(answeringModel as never)
  const engine = createEngine({
    ...{ meter, clock: systemClock, newId: () => crypto.randomUUID(), worker: 'bench', onEvent: () => {} },
    storage: openMemory(),
    models: {
      defaultModel: 'offline/bench',
      find: name => ({ name, generate, room: { window, reserve: 4_000 }, instructions: 'You are careful.', tools: 40 }),
      summariser: () => null,
      prices: () => null,
    },
    policy: classic,
  })
  const scope = scopeOf(engine, localOwner, crypto.randomUUID())
  let isStored = false
  return async messages => {
    if (!isStored) await store(scope, messages)
    isStored = true
    await turn(scope)
  }
}

async function store({ store, conversation }: Scope, messages: readonly ModelMessage[]): Promise<void> {
  await store.conversations.create({ id: conversation })
  const entries = fromModelMessages(messages).map(
    (message, at) => ({ id: `old-${at}`, type: 'message', message, count: meter.count(message) }) as const,
  )
  for (let at = 0; at < entries.length; at += 500) await store.entries.append(conversation, entries.slice(at, at + 500))
}

async function turn(scope: Scope): Promise<void> {
  const sent = await send(scope, { id: crypto.randomUUID(), message: user('And the next part?') })
  if (sent.type !== 'answering') throw new Error(sent.type)
  for await (const chunk of sent.feed.listen()) {
    const { type, errorText } = chunk as { readonly type: string; readonly errorText?: string }
    if (type === 'error') throw new Error(errorText)
  }
  await scope.engine.activeTurns.get(scope.conversation)?.done
}
