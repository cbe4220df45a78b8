import { generateText } from 'ai'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { append, type Branch } from '../../core/branch.ts'
import type { Message, Part } from '../../core/message.ts'
import { modelMessages as messagesOf, view } from '../../core/view.ts'
import { type FakeProvider, startFakeProvider } from '../../testing/fake-provider/fake-provider.ts'
import { type ProviderName, providerNames, realModel } from '../../testing/fake-provider/real-providers.ts'
import { branches, histories } from '../../testing/history.ts'
import { turns } from '../../testing/sdk-messages.ts'
import { toPrompt } from './prompt.ts'

let fake: FakeProvider

beforeAll(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false
  fake = await startFakeProvider()
})

afterAll(() => fake.close())

/** Sends messages through a real provider package; throws what the provider says against them. */
async function send(messages: readonly Message[], provider: ProviderName): Promise<void> {
  const prompt = toPrompt(messages)
  if (prompt.messages.length === 0) return
  await generateText({ model: realModel(provider, 'ok', fake), ...prompt, maxRetries: 0, maxOutputTokens: 100 })
}

describe.each(providerNames)('%s', provider => {
  test('V6 V11 takes the view of any branch, after any compactions, undos and protections', async () => {
    const branch = histories(30).chain(history => fc.constantFrom(...branches(history)))
    await fc.assert(
      fc.asyncProperty(branch, branch => send(messagesOf(view(branch)), provider)),
      { numRuns: 100 },
    )
  })

  test('V6 V10 takes messages of every kind, whoever spoke them', async () => {
    await fc.assert(
      fc.asyncProperty(turns, drawn => send(messagesOf(view(branchOf(drawn.flat().map(withPictures)))), provider)),
      { numRuns: 100 },
    )
  })
})

const branchOf = (messages: readonly Message[]): Branch =>
  messages.reduce<Branch>((branch, message, at) => append(branch, { type: 'message', message, count: 1 }, `e${at}`), [])

/** Which files a model can open is for the model to say; all of them open pictures. Providers look into their options. */
const withPictures = ({ role, parts }: Message): Message => ({
  role,
  parts: parts.map((part): Part => {
    const { provider: _, ...bare } = part as Exclude<Part, { type: 'opaque' }>
    if (bare.type === 'file')
      return { ...bare, mediaType: 'image/png', source: { type: 'base64', data: 'iVBORw0KGgo=' } }
    if (bare.type === 'tool-result' && Array.isArray(bare.output)) return { ...bare, output: 'a list' }
    return bare
  }),
})

const said = (messages: readonly Message[], instructions?: string) => {
  const prompt = toPrompt(messages, instructions)
  const words = prompt.messages.map(({ role, content }) => [
    role,
    ...(content as readonly Record<string, unknown>[]).map(part => part.text ?? part.toolCallId),
  ])
  return { words, system: prompt.instructions?.map(({ content }) => content) }
}

const text = (role: Message['role'], text: string): Message => ({ role, parts: [{ type: 'text', text }] })
const call = (callId: string, name = 'read', input: unknown = {}): Message =>
  ({ role: 'assistant', parts: [{ type: 'tool-call', callId, name, input }] }) as Message
const result = (callId: string): Message => ({
  role: 'tool',
  parts: [{ type: 'tool-result', callId, name: 'read', outcome: 'ok', output: 'done' }],
})
const thought: Message = { role: 'assistant', parts: [{ type: 'reasoning', text: 'hm' }] }

test('V7 the system prompt leads, and a later word of the system comes from the side of the user', () => {
  const messages = [
    text('system', 'Be brief.'),
    text('user', 'Hi.'),
    text('assistant', 'Yes?'),
    text('system', 'Now long.'),
  ]
  expect(said(messages, 'You are kind.')).toEqual({
    system: ['You are kind.', 'Be brief.'],
    words: [
      ['user', 'Hi.'],
      ['assistant', 'Yes?'],
      ['user', '<system>\nNow long.\n</system>'],
    ],
  })
})

test('V11 neighbours of one role become one message, and nobody but the user starts or ends', () => {
  expect(said([text('assistant', 'a'), text('assistant', 'b'), text('user', 'c'), text('user', 'd')]).words).toEqual([
    ['user', '(The assistant speaks first.)'],
    ['assistant', 'a', 'b'],
    ['user', 'c', 'd'],
  ])
  expect(said([text('user', 'a'), text('assistant', 'b')]).words.at(-1)).toEqual([
    'user',
    expect.stringMatching(/^Go on exactly where/),
  ])
})

test('V6 a thought that led nowhere is not sent; one behind a record keeps its place at the start of an answer', () => {
  expect(said([text('user', 'a'), thought, text('user', 'b')]).words).toEqual([['user', 'a', 'b']])
  const answer: Message = { role: 'assistant', parts: [...thought.parts, ...call('c1').parts] }
  expect(said([text('user', 'a'), text('assistant', 'record'), answer, result('c1')]).words).toEqual([
    ['user', 'a'],
    ['assistant', 'record'],
    ['user', 'Go on.'],
    ['assistant', 'hm', 'c1'],
    ['tool', 'c1'],
  ])
})

test('V6 ids and names that one provider made are made fit for all, each id once', () => {
  const messages = [
    text('user', 'a'),
    call('f.read:0', 'f.read', 'raw'),
    result('f.read:0'),
    call('f.read:0'),
    result('f.read:0'),
  ]
  const [, first, answer, second, last] = toPrompt(messages).messages
  expect(first?.content).toEqual([
    { type: 'tool-call', toolCallId: 'f_2eread_3a0', toolName: 'f_2eread', input: { input: 'raw' } },
  ])
  expect(answer?.content).toMatchObject([{ toolCallId: 'f_2eread_3a0' }])
  expect(second?.content).toMatchObject([{ toolCallId: 'f_2eread_3a0-2' }])
  expect(last?.content).toMatchObject([{ toolCallId: 'f_2eread_3a0-2' }])
})

test('V10 pictures that the assistant made are named in words, because hardly any provider reads them', () => {
  const parts: readonly Part[] = [
    { type: 'file', mediaType: 'image/png', name: 'plan.png', source: { type: 'url', url: 'https://x.org/plan.png' } },
  ]
  expect(said([text('user', 'a'), { role: 'assistant', parts }, text('user', 'b')]).words[1]).toEqual([
    'assistant',
    '[image/png plan.png]',
  ])
})

test('V8 what was sent stays the start of what is sent next', () => {
  fc.assert(
    fc.property(turns, drawn => {
      const messages = drawn.flat()
      const whole = toPrompt(messages).messages
      const half = toPrompt(messages.slice(0, Math.floor(messages.length / 2))).messages
      // The last message may still grow, and a request that would end with the assistant is asked to go on.
      const settled = half.slice(0, -2)
      expect(whole.slice(0, settled.length)).toEqual(settled)
    }),
    { numRuns: 500 },
  )
})
