import type { UIMessage } from 'ai'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../testing/fill.ts'
import { type Started, start } from '../testing/start.ts'

// The request of an app that displays all messages and sends the model a summary and the newest ones.

let server: Started
beforeAll(async () => {
  server = await start({ window: 3_000, policy: { keep: { by: 'messages', amount: 4 } } })
})
afterAll(() => server.close())

type CompactionState = {
  readonly version: number
  readonly compactedAt: string
  readonly summaryMessage: UIMessage
  readonly apiStartIndex: number
  readonly summarizedRange: { readonly fromIndex: number; readonly toIndex: number; readonly messageCount: number }
}

type Answer = {
  readonly apiMessages: readonly UIMessage[]
  readonly compactionState: CompactionState | null
  readonly compacted: { readonly before: number; readonly after: number } | null
  readonly sentence?: string
}

const send = async (body: object) => {
  const response = await ask(server, 'POST', '/api/stateless', body)
  return { http: response.status, ...((await response.json()) as Answer) }
}

/** The app's own function that decides what its model sees. */
const buildApiMessages = (messages: readonly UIMessage[], compaction: CompactionState | null): readonly UIMessage[] =>
  compaction === null ? messages : [compaction.summaryMessage, ...messages.slice(compaction.apiStartIndex)]

const display = (count: number): readonly UIMessage[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `m${at}`,
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    parts: [
      ...(at % 2 === 0 ? [] : [{ type: 'step-start' as const }]),
      ...(at % 6 === 3 ? [toolPart(at)] : []),
      { type: 'text' as const, text: `The price of item ${at} in src/prices/item-${at}.ts is ${at}.50 euros.` },
    ],
  }))

const toolPart = (at: number): UIMessage['parts'][number] => ({
  type: 'tool-read_file',
  toolCallId: `call-${at}`,
  state: 'output-available',
  input: { path: `src/prices/item-${at}.ts` },
  output: `export const price = ${at}.5`,
})

const foreign = (more: object = {}): object => ({
  version: 1,
  compactedAt: '2026-01-14T09:00:00.000Z',
  summaryMessage: {
    id: 'compaction-summary-v1',
    role: 'user',
    parts: [{ type: 'text', text: '[Conversation Context - Compacted]\n\nThe bakery sells bread at 3.20 euros.' }],
  },
  apiStartIndex: 6,
  summarizedRange: { fromIndex: 0, toIndex: 5, messageCount: 6 },
  ...more,
})

test('H3 a fresh conversation: what is sent is what is displayed, and there is no state', async () => {
  const messages = display(6)
  const answer = await send({ messages, compactionState: null })
  expect(answer).toMatchObject({ http: 200, apiMessages: messages, compactionState: null, compacted: null })
  expect(await send({ messages, apiMessages: messages })).toMatchObject({ http: 200, apiMessages: messages })
})

test('H3 a state of ours has the fields of the app, and what its own function builds from it is what we answer', async () => {
  const messages = display(40)
  const { compactionState, apiMessages, compacted } = await send({
    messages,
    apiMessages: messages,
    compactionState: null,
  })
  expect(compacted!.after).toBeLessThan(compacted!.before)
  const { apiStartIndex } = compactionState!
  expect(apiStartIndex).toBeGreaterThan(10)
  expect(compactionState).toMatchObject({
    version: 1,
    compactedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    summaryMessage: { id: 'compaction-summary-v1', role: 'user' },
    summarizedRange: { fromIndex: 0, toIndex: apiStartIndex - 1, messageCount: apiStartIndex },
  })
  expect(apiMessages).toEqual(buildApiMessages(messages, compactionState))
  expect(apiMessages.at(-1)).toEqual(messages.at(-1))
  const said = JSON.stringify(compactionState!.summaryMessage)
  expect(said).toContain('<summary>')
  expect(said).toContain('The price of item 0 in src/prices/item-0.ts is 0.50 euros.')
})

test('H3, V4, V5 later turns use the state as it is; a second compaction stands on it and moves the start forward', async () => {
  const first = await send({ messages: display(40), compactionState: null })
  const state = first.compactionState!
  const grown = display(42)
  const next = await send({ messages: grown, apiMessages: buildApiMessages(grown, state), compactionState: state })
  expect(next).toMatchObject({ http: 200, compacted: null, compactionState: state })
  expect(next.apiMessages).toEqual(buildApiMessages(grown, state))
  const long = display(80)
  const second = await send({ messages: long, compactionState: state })
  expect(second.compactionState).toMatchObject({ version: 2 })
  expect(second.compactionState!.apiStartIndex).toBeGreaterThan(state.apiStartIndex)
  expect(second.apiMessages).toEqual(buildApiMessages(long, second.compactionState))
})

test('H3, P3 what is protected is in the summary message word for word', async () => {
  const { compactionState, apiMessages } = await send({ messages: display(40), protected: [2] })
  expect(JSON.stringify(compactionState!.summaryMessage)).toContain(
    'The price of item 1 in src/prices/item-1.ts is 1.50',
  )
  expect(apiMessages).toEqual(buildApiMessages(display(40), compactionState))
})

test('H3 a state that another program made is read: its summary stands for the messages before its start', async () => {
  const messages = display(12)
  const { http, apiMessages, compactionState } = await send({ messages, compactionState: foreign() })
  expect(http).toBe(200)
  expect(compactionState).toMatchObject({ version: 1, compactedAt: '2026-01-14T09:00:00.000Z', apiStartIndex: 6 })
  expect(apiMessages.slice(1)).toEqual(messages.slice(6))
  const said = JSON.stringify(apiMessages[0])
  expect(said).toContain('The bakery sells bread at 3.20 euros.')
  expect(said).toContain('The price of item 0')
  expect(said).not.toContain('The price of item 5')
  const stacked = await send({ messages: display(60), compactionState: foreign() })
  expect(stacked.compactionState).toMatchObject({ version: 2 })
  expect(stacked.apiMessages).toEqual(buildApiMessages(display(60), stacked.compactionState))
  const short = foreign({ summaryMessage: { role: 'user', text: '[Context Summary]\nBread is 3.20 euros.' } })
  expect(JSON.stringify((await send({ messages, compactionState: short })).apiMessages)).toContain(
    'Bread is 3.20 euros.',
  )
})

test('H3 any history: what is answered is what the app builds from the state, and the state sent back gives it again', async () => {
  const steps = fc.array(fc.constantFrom('text', 'tool', 'long'), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 30 }), async answers => {
      const messages = answers.flatMap((answer, at) => [asked(at), answered(at, answer)])
      const { http, apiMessages, compactionState } = await send({ messages })
      // A history that no window holds is refused.
      if (http !== 200) return
      expect(apiMessages).toEqual(buildApiMessages(messages, compactionState))
      const again = await send({ messages, apiMessages, compactionState })
      expect(again).toMatchObject({ http: 200, apiMessages, compactionState })
    }),
    { numRuns: 40 },
  )
})

const asked = (at: number): UIMessage => ({
  id: `u${at}`,
  role: 'user',
  parts: [{ type: 'text', text: `Item ${at}?` }],
})

const answered = (at: number, steps: readonly string[]): UIMessage => ({
  id: `a${at}`,
  role: 'assistant',
  parts: steps.flatMap((step, index): UIMessage['parts'] => [
    { type: 'step-start' },
    step === 'tool'
      ? toolPart(100 * at + index)
      : { type: 'text', text: `It costs ${at}.50 euros. ${step === 'long' ? 'As was agreed. '.repeat(12) : ''}` },
  ]),
})

const own = { version: 1, messages: 6, folds: [] }
const ours = [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }]

test.each<readonly [string, object, number, RegExp]>([
  ['no messages', { messages: [] }, 400, /^messages must be a list of one message or more\.$/],
  ['apiMessages that are none', { apiMessages: [] }, 400, /^apiMessages must be a list of one message or more\.$/],
  ['apiMessages of text', { apiMessages: 'all' }, 400, /^apiMessages must be a list/],
  ['a last message of null', { apiMessages: [null] }, 400, /^The last message must be an object\.$/],
  [
    'apiMessages that end elsewhere',
    { apiMessages: display(3) },
    400,
    /^apiMessages ends with another message than messages\./,
  ],
  [
    'a form that has none',
    { form: 'longhand', apiMessages: display(12) },
    400,
    /^apiMessages goes with messages of the AI SDK for screens\. Leave out form/,
  ],
  [
    'a state of another form',
    { form: 'longhand', compactionState: foreign() },
    400,
    /^compactionState goes with messages of the AI SDK/,
  ],
  ['a state that is a list', { compactionState: [] }, 400, /^compactionState must be an object\.$/],
  ['a state of neither form', { compactionState: { version: 1 } }, 400, /^compactionState\.messages must be/],
  [
    'a start of text',
    { compactionState: foreign({ apiStartIndex: '6' }) },
    400,
    /^compactionState\.apiStartIndex must be a whole number/,
  ],
  [
    'a start below zero',
    { compactionState: foreign({ apiStartIndex: -1 }) },
    400,
    /^compactionState\.apiStartIndex must be a whole number/,
  ],
  [
    'a start at the first message',
    { compactionState: foreign({ apiStartIndex: 0 }) },
    400,
    /^compactionState\.apiStartIndex must lie between/,
  ],
  [
    'a start after the newest',
    { compactionState: foreign({ apiStartIndex: 12 }) },
    400,
    /^compactionState\.apiStartIndex must lie between/,
  ],
  [
    'a start beyond',
    { compactionState: foreign({ apiStartIndex: 13 }) },
    409,
    /^The state begins at message 13, but 12 came\./,
  ],
  [
    'a summary without words',
    { compactionState: foreign({ summaryMessage: { role: 'user', parts: [] } }) },
    400,
    /^compactionState\.summaryMessage must be a message with a text\.$/,
  ],
  [
    'a summary of text',
    { compactionState: foreign({ summaryMessage: 'All went well.' }) },
    400,
    /^compactionState\.summaryMessage must be an object\.$/,
  ],
  [
    'a field nobody knows',
    { compactionState: foreign({ owner: 'me' }) },
    400,
    /^compactionState has "owner", which nobody knows\.$/,
  ],
  ['both states that disagree', { compactionState: foreign(own) }, 400, /^compactionState was changed: /],
  [
    'messages of ours',
    { messages: ours, apiMessages: [{ ...ours[0]!, id: 'm0' }] },
    400,
    /^apiMessages ends with another message/,
  ],
])('H3, F6 a request with %s is refused with one sentence', async (_, wrong, http, sentence) => {
  const answer = await send({ messages: display(12), ...wrong })
  expect(answer.sentence).toMatch(sentence)
  expect(answer.http).toBe(http)
})

test('H3 an edited summary is not overruled in silence', async () => {
  const { compactionState } = await send({ messages: display(40) })
  const { folds, messages, ...theirs } = compactionState as CompactionState & { folds: unknown; messages: unknown }
  const edited = { id: 'mine', role: 'user', parts: [{ type: 'text', text: 'All prices were agreed in May.' }] }
  const refused = await send({ messages: display(40), compactionState: { ...compactionState, summaryMessage: edited } })
  expect(refused).toMatchObject({ http: 400, sentence: expect.stringMatching(/Leave out folds and messages/) })
  const taken = await send({ messages: display(40), compactionState: { ...theirs, summaryMessage: edited } })
  expect(JSON.stringify(taken.apiMessages[0])).toContain('All prices were agreed in May.')
})
