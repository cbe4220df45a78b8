import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { jsonSchema, tool } from 'ai'
import type { RecordedMessage } from '../../../evals/corpus.ts'
import { createGenerate } from '../../../packages/longhand/src/ai-sdk/generate.ts'
import { createSummariser } from '../../../packages/longhand/src/ai-sdk/summariser.ts'
import { type Message, type Part, user } from '../../../packages/longhand/src/core/message.ts'
import { presets } from '../../../packages/longhand/src/core/policy.ts'
import { createEngine, type Scope, scopeOf } from '../../../packages/longhand/src/engine/engine.ts'
import { systemClock } from '../../../packages/longhand/src/engine/ports/clock.ts'
import { localOwner } from '../../../packages/longhand/src/engine/ports/store.ts'
import { send } from '../../../packages/longhand/src/engine/turn/send.ts'
import { openMemory } from '../../../packages/longhand/src/stores/memory/open.ts'
import { meter } from '../../../packages/longhand/src/tokens/meter.ts'
import type { Agent, Session } from '../adapter.ts'
import { summariserModel } from '../provider.ts'
import { goOn } from '../replay.ts'

export const versions = { longhand: 'this repository' }
export const variants = ['classic', 'balanced']

/** The engine that the server runs: it keeps the conversation, writes summaries ahead of need, and reads usage. */
export async function open({ url, window, system, tools, result, variant }: Session): Promise<Agent> {
  const provider = createOpenAICompatible({ name: 'peers', baseURL: url, includeUsage: true })
  const inputSchema = jsonSchema({ type: 'object', properties: {}, additionalProperties: true })
  const execute = async (_: unknown, { toolCallId }: { toolCallId: string }) => result(toolCallId)
  const toolSet = Object.fromEntries(tools.map(name => [name, tool({ description: name, inputSchema, execute })]))
  const generate = createGenerate(provider('gpt-peers'), toolSet)
  const summariser = createSummariser({ model: provider(summariserModel), name: summariserModel, window })
  const room = { window, reserve: Math.min(8_192, window / 8) }
  const engine = createEngine({
    ...{ meter, clock: systemClock, newId: () => crypto.randomUUID(), worker: 'peers', onEvent: () => {} },
    storage: openMemory({ now: Date.now }),
    models: {
      defaultModel: 'gpt-peers',
      find: name => ({ name, generate, room, instructions: system, tools: 40 * tools.length }),
      summariser: () => summariser,
      prices: () => null,
    },
    policy: variant === 'balanced' ? presets.balanced : presets.classic,
  })
  const scope = scopeOf(engine, localOwner, crypto.randomUUID())
  await scope.store.conversations.create({ id: scope.conversation })
  return {
    say: text => say(scope, text),
    resume: () => say(scope, goOn),
    history: async () => {
      const texts: string[] = []
      for await (const { entry } of scope.store.entries.walk(scope.conversation))
        if (entry.type === 'message') texts.push(...entry.message.parts.map(textOf))
      return texts
    },
    fill: async messages => {
      const entries = messages.map((message, at) => {
        const read = ownMessage(message)
        return { id: `old-${at}`, type: 'message', message: read, count: meter.count(read) } as const
      })
      for (let at = 0; at < entries.length; at += 500)
        await scope.store.entries.append(scope.conversation, entries.slice(at, at + 500))
    },
    close: () => engine.shutdown.abort(),
  }
}

/** Sends a message and listens to the end of its answer. */
async function say(scope: Scope, text: string): Promise<void> {
  const sent = await send(scope, { id: crypto.randomUUID(), message: user(text) })
  if (sent.type !== 'answering') throw new Error(sent.type)
  for await (const chunk of sent.feed.listen()) {
    const { type, errorText } = chunk as { type: string; errorText?: string }
    if (type === 'error') throw new Error(errorText)
  }
  await scope.engine.activeTurns.get(scope.conversation)?.done
}

function textOf(part: Part): string {
  if (part.type === 'text') return part.text
  if (part.type === 'tool-result') return typeof part.output === 'string' ? part.output : JSON.stringify(part.output)
  return JSON.stringify(part)
}

function ownMessage({ role, content, toolCalls = [], toolCallId = '' }: RecordedMessage): Message {
  if (role === 'tool')
    return { role, parts: [{ type: 'tool-result', callId: toolCallId, name: 'Read', outcome: 'ok', output: content }] }
  const calls = toolCalls.map(({ id, name, args }) => ({ type: 'tool-call', callId: id, name, input: args }) as const)
  return { role, parts: [...(content === '' ? [] : [{ type: 'text', text: content } as const]), ...calls] }
}
