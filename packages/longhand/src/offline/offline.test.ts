import { generateText, streamText } from 'ai'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSummariser } from '../ai-sdk/summariser.ts'
import { foldMessage } from '../core/fold.ts'
import { assistant, type Message, user } from '../core/message.ts'
import { writeFold } from '../engine/compaction/write-fold.ts'
import { extract } from '../facts/extract.ts'
import { quoteAnswer } from '../facts/quoting/quote-answer.ts'
import { messageText } from '../facts/reading/message-text.ts'
import { foldJob, foldTools } from '../testing/fold-job.ts'
import { sampleConversation } from '../testing/samples/conversation.sample.ts'
import { countTokens } from '../tokens/count.ts'
import { createExtractiveModel } from './extractive-model.ts'
import { createQuotingModel } from './quoting-model.ts'

const all = sampleConversation()
const { text: record } = extract({
  messages: all,
  staying: new Set(),
  prose: null,
  budget: 900,
  targetRetention: 1,
  count: countTokens,
})
const summary = foldMessage({
  type: 'summary',
  span: { from: 1, to: 20 },
  kept: [],
  text: record,
  tag: 'summary',
  count: 0,
})
const view: readonly Message[] = [
  summary,
  user('Please go on.'),
  assistant('The OpenAPI document now lists the limiter.'),
]
const ask = (question: string) => quoteAnswer([...view, user(question)])

test.each([
  ['What did we decide about the bucket?', /own module because the router/, /the assistant, ¶ 7, from the summary/],
  ['what did I say about timers', /Never use a global timer/, /you, ¶ 4, from the summary/],
  ['Where is takeToken?', /export function takeToken/, /a tool, ¶ 8, from the summary/],
  ['What does the OpenAPI document list now?', /now lists the limiter/, /the assistant, just before/],
])('O1 to %j it quotes, and says from where', (question, line, where) => {
  expect(ask(question)).toMatch(line)
  expect(ask(question)).toMatch(where)
})

test('O1 it says when it holds nothing, and what it is when nothing is asked', () => {
  expect(ask('What is the capital of France?')).toMatch(
    /^I find nothing about “capital” or “france” in what I was sent/,
  )
  expect(ask('Hello!')).toMatch(/^I am the offline model/)
  expect(quoteAnswer([user('Hi')])).toMatch(/^I am the offline model/)
  expect(quoteAnswer([])).toMatch(/^I am the offline model/)
})

test('O1 what it is told it notes, says once what it is, and never quotes itself', () => {
  const said: Message[] = []
  const answered = (text: string): string => {
    said.push(user(text))
    said.push(assistant(quoteAnswer(said)))
    return messageText(said.at(-1)!)
  }
  expect(answered('We decided to keep the harbour lamp on gas.')).toBe(
    'Noted. I am the offline model: I keep what you tell me and answer by quoting it.',
  )
  expect(answered('The harbour lamp is lit at dusk.')).toBe('Noted.')
  expect(answered('What is the offline model?')).toMatch(/^I find nothing about “offline” or “model”/)
  const decided = '> We decided to keep the harbour lamp on gas.'
  expect(answered('What did we decide about the harbour lamp?').split('\n')[0]).toBe(decided)
  expect(answered('What did we decide about the harbour lamp?')).not.toContain('> >')
  expect(answered('Who said that nothing was found in what you were sent?')).not.toContain('> I find nothing')
})

test('O1 an earlier question answers no later one, and what is missing is named by its topic', () => {
  const [told, asked] = [user('The fittings are brass.'), user('What did we decide about zinc?')]
  const answerTo = (question: string) => quoteAnswer([told, asked, user(question)])
  expect(answerTo('What do we know about zinc?')).toMatch(/^I find nothing about “zinc” in what I was sent/)
  expect(answerTo('What did we decide about tin?')).toMatch(/^I find nothing about “tin” in/)
  expect(answerTo('What did I ask about zinc?')).toMatch(/^> What did we decide about zinc\?/)
})

test('O1 a decision about one thing answers no question about another', () => {
  const said = [user('We decided to keep the harbour lamp on gas.'), user('We decided to print the tide tables.')]
  const answerTo = (question: string) => quoteAnswer([...said, user(question)])
  expect(answerTo('What did we decide about zinc?')).toMatch(/^I find nothing about “zinc” in what I was sent/)
  expect(answerTo('What was our decision about the ferry?')).toMatch(/^I find nothing about “ferry” in what I was sent/)
  expect(answerTo('What did we decide about the garden lamp?')).toMatch(
    /^I find nothing about “garden”\. The nearest I have:\n\n> We decided to keep the harbour lamp on gas\./,
  )
  expect(answerTo('What did we decide about the harbour lamp?')).toMatch(/^> We decided to keep the harbour lamp/)
  expect(answerTo('What did we decide?')).toMatch(/harbour lamp[\s\S]*tide tables/)
})

test('O1 every line that it quotes was sent to it', () => {
  const words = fc.constantFrom(
    'limiter',
    'bucket',
    'fooBar',
    'src/a.ts',
    'the',
    'never',
    'test',
    'passes',
    '数据',
    '\n',
  )
  const message = fc
    .tuple(fc.boolean(), fc.array(words, { maxLength: 12 }))
    .map(([own, text]) => (own ? assistant(text.join(' ')) : user(text.join(' '))))
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 8 }), messages => {
      const sent = messages.map(messageText).join('\n')
      for (const line of quoteAnswer([...messages, user('Which test of the limiter, the bucket or fooBar passes?')])
        .split('\n')
        .filter(line => line.startsWith('> '))) {
        expect(sent).toContain(line.slice(2))
      }
    }),
    { numRuns: 1000 },
  )
})

test('O1 the quoting model is an ordinary model: it streams, reports its usage and can be stopped', async () => {
  const model = createQuotingModel({ wordDelayMs: 1 })
  const prompt = 'We chose Postgres because of RLS.\nWhy Postgres?'
  const messages = [
    { role: 'user' as const, content: 'We chose Postgres because of RLS.' },
    { role: 'assistant' as const, content: 'Noted.' },
    { role: 'user' as const, content: 'Why Postgres?' },
  ]
  const whole = await generateText({ model, messages })
  expect(whole.text).toContain('> We chose Postgres because of RLS.')
  expect(whole.usage).toMatchObject({
    inputTokens: countTokens(prompt.replace('\n', '')) + countTokens('Noted.'),
    outputTokens: countTokens(whole.text),
  })
  const streamed = streamText({ model, messages })
  const pieces: string[] = []
  for await (const piece of streamed.textStream) pieces.push(piece)
  expect(pieces.length).toBeGreaterThan(3)
  expect(pieces.join('')).toBe(whole.text)
  const stop = new AbortController()
  const stopped = streamText({
    model: createQuotingModel({ wordDelayMs: 50 }),
    messages,
    abortSignal: stop.signal,
    onError: () => {},
  })
  const heard: string[] = []
  for await (const part of stopped.stream) {
    heard.push(part.type)
    if (part.type === 'text-delta') stop.abort()
  }
  expect(heard.at(-1)).toBe('abort')
})

test('O1 the extractive model summarises like any other, through the same prompts and gates', async () => {
  const summariser = createSummariser({ model: createExtractiveModel(), name: 'extractive', window: 100_000 })
  const written = await writeFold(
    foldJob(all.slice(1, -4), {
      alsoShown: [all[0]!, ...all.slice(-4)],
      budget: { prose: 350, ledger: 350, minLedger: 0, maxLedger: 350 },
    }),
    foldTools(summariser, {
      meter: { countText: countTokens, count: message => countTokens(messageText(message)) },
    }),
  )
  expect(written).toMatchObject({ type: 'written', method: 'summary', model: 'extractive', calls: 1 })
  expect(written).toHaveProperty('fold.text', expect.stringContaining('¶7 assistant: I decided to put the bucket'))
})

test('O1 the extractive model also takes a prompt that is not ours', async () => {
  const { text } = await generateText({
    model: createExtractiveModel(),
    messages: all.slice(0, 1).map(({ message }) => ({ role: 'user' as const, content: messageText(message) })),
  })
  expect(text).toContain('Add a rate limiter to the API server in src/server/app.ts.')
})
