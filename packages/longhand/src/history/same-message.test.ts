import type { ModelMessage } from 'ai'
import { expect, test } from 'vitest'
import { longhand as forModels } from '../ai-sdk/longhand.ts'
import { longhand as forAnthropic } from '../anthropic/longhand.ts'
import { assistant, type Message, user } from '../core/message.ts'
import { sameMessage } from './same-message.ts'

const mark = { type: 'ephemeral' } as const
const textAt = (at: number) => `Stage ${at} is done, see src/stage${at}.ts. ${'And so on. '.repeat(30)}`
const roleAt = (at: number) => (at % 2 === 0 ? 'user' : 'assistant')

/** Anthropic's advice: the last message says how far to cache. A text that says so is written as a part. */
const markedForAnthropic = (many: number) =>
  Array.from({ length: many }, (_, at) => ({
    role: roleAt(at),
    content: at === many - 1 ? [{ type: 'text', text: textAt(at), cache_control: mark }] : textAt(at),
  }))

const markedForModels = (many: number) =>
  Array.from({ length: many }, (_, at) => {
    const message = { role: roleAt(at), content: textAt(at) } as ModelMessage
    return at === many - 1 ? { ...message, providerOptions: { anthropic: { cacheControl: mark } } } : message
  })

test('L16 a cache mark that moves with every call of a list leaves what is folded as it is', async () => {
  const context = forAnthropic({ model: 'claude-sonnet-4-5' })
  await context.load(markedForAnthropic(21))
  await context.compact({ by: 'force' })
  for (const many of [21, 23, 25]) {
    const sent = await context.prepare(markedForAnthropic(many))
    expect(sent.length).toBeLessThan(many - 8)
    expect(JSON.stringify(sent).match(/cache_control/g)).toHaveLength(1)
    expect(sent.at(-1)).toEqual(markedForAnthropic(many).at(-1))
  }
  expect(await context.receipts()).toHaveLength(1)
})

test('L16 and so does one in the messages of the AI SDK', async () => {
  const model = { specificationVersion: 'v4', modelId: 'claude-sonnet-4-5', doGenerate: async () => {} } as never
  const context = forModels({ model, summariser: null })
  await context.load(markedForModels(21))
  await context.compact({ by: 'force' })
  for (const many of [23, 25]) {
    const sent = await context.prepare(markedForModels(many))
    expect(sent.length).toBeLessThan(many - 8)
    expect(JSON.stringify(sent).match(/cacheControl/g)).toHaveLength(1)
  }
})

const signed = (signature: string): Message => ({
  role: 'assistant',
  parts: [{ type: 'reasoning', text: 'Hm.', provider: { anthropic: { signature } } }],
})
const called = (input: { readonly cacheControl: number }): Message => ({
  role: 'assistant',
  parts: [{ type: 'tool-call', callId: 'a', name: 'serve', input }],
})

test('L16 anything else that differs is an edit', () => {
  expect(sameMessage(user('Yes'), user('No'))).toBe(false)
  expect(sameMessage(user('Yes'), assistant('Yes'))).toBe(false)
  expect(sameMessage(signed('a'), signed('b'))).toBe(false)
  expect(sameMessage(called({ cacheControl: 60 }), called({ cacheControl: 90 }))).toBe(false)
})
