import { expect, test } from 'vitest'
import { fromModelMessages } from '../ai-sdk/convert/convert.ts'
import { assistant, user } from '../core/message.ts'
import { parsePolicy } from '../core/parse-policy.ts'
import { longhandMiddleware } from '../langchain/middleware.ts'
import { longhandProcessor } from '../mastra/processor.ts'
import { longhandSession } from '../openai-agents/session.ts'
import { contextEngine, conversationId } from './context.ts'
import { createHistory } from './history.ts'
import { ownFormat } from './message-format.ts'

function open() {
  const engine = contextEngine({}, { model: 'offline/test', summariser: null })
  return createHistory({ engine, format: ownFormat, conversation: conversationId(undefined) })
}

const talk = [user('Yes?'), assistant('No.'), user('Go on')]

test.each([
  [{ force: true }, 'compact has no option "force". Options are by, '],
  [{ instruction: 'x' }, 'compact has no option "instruction". Did you mean instructions?'],
  [{ by: 'forced' }, 'by is "forced"; it must be one of threshold, person, force, limit, target.'],
  ['force', 'compact takes options, as { by: \'force\' }, and was given "force".'],
  [AbortSignal.abort(), 'The signal comes second: compact('],
])('L2 compact(%j) is refused in a sentence', async (request, sentence) => {
  const history = open()
  await history.load(talk)
  const asked = history.compact(request as never)
  await expect(asked).rejects.toMatchObject({ code: 'bad-request', message: expect.stringContaining(sentence) })
})

test.each([
  [undefined, "trim takes { which: 'old', maxOutputLength: 2_000 }, and was given nothing."],
  [{ maxOutputLength: 5 }, 'which is missing; it must be old, recent, answered, all or { number }'],
  [{ which: 'old', maxOutputLength: '5' }, 'maxOutputLength is "5"; it must be a whole number of characters.'],
])('L2 trim(%j) is refused in a sentence', async (request, sentence) => {
  const history = open()
  await history.load(talk)
  const asked = history.trim(request as never)
  await expect(asked).rejects.toMatchObject({ code: 'bad-request', message: expect.stringContaining(sentence) })
})

test.each(['3', undefined, 1.5])('L2 protect and release refuse %j as a number', async number => {
  const history = open()
  await history.load(talk)
  for (const asked of [history.protect(number as never), history.release(number as never)])
    await expect(asked).rejects.toMatchObject({
      code: 'bad-request',
      message: expect.stringMatching(/^The number is /),
    })
})

test('L2 a conversation that has not begun has no receipts', async () => {
  expect(await open().receipts()).toEqual([])
})

test('L2 an answer without a content is refused by the AI SDK door in a sentence', () => {
  const messages = [{ role: 'assistant', content: null, tool_calls: [] }] as never
  expect(() => fromModelMessages(messages)).toThrow(
    'messages[0]: content is missing; it must be a text or a list of parts.',
  )
})

test('L2 agents are refused wrong options when they are made, not when they are asked', async () => {
  const wrong = { widnow: 4_000 } as never
  const sentence = 'There is no option "widnow". Did you mean window?'
  expect(() => longhandMiddleware(wrong)).toThrow(sentence)
  expect(() => longhandProcessor(wrong)).toThrow(sentence)
  await expect(longhandSession(undefined as never)).rejects.toThrow('The options are missing; pass an object')
  const named = { model: 'gpt-5.1', conversation: 'chat' } as never
  await expect(longhandSession(named)).rejects.toThrow('Did you mean sessionId?')
})

test.each([
  [
    { threshold: { share: 0.5 } },
    'threshold must be an object with share, tokens, messages, turns, and lacks tokens, messages, turns.',
  ],
  [{ keep: { by: 'message', amount: 2 } }, 'keep.by must be messages or turns or tokens, and is "message".'],
  [{ keep: { by: 'turns', ammount: 2 } }, 'keep.ammount is no part of a policy. Did you mean keep.amount?'],
])('L2 a policy with %j is refused by the part that is wrong', (policy, sentence) => {
  expect(() => parsePolicy(policy)).toThrow(sentence)
})
