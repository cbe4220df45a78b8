import { expect, test } from 'vitest'
import { assistant, user } from '../../core/message.ts'
import { sampleConversation } from '../../testing/samples/conversation.sample.ts'
import { ledger } from './ledger.ts'
import { type SelectionBudget, select } from './select.ts'
import { survey } from './survey.ts'
import { ratesFor, valuesOf } from './values.ts'
import { learntWeights } from './weights.ts'
import { worthOf } from './worth.ts'

const count = (text: string): number => Math.ceil(text.length / 4)
const choose = (
  messages: Parameters<typeof survey>[0],
  purse: Partial<SelectionBudget> & { tokens: number },
  staying = new Set<number>(),
) => {
  const seen = survey(messages, staying)
  return select(seen, valuesOf(seen, worthOf(seen, learntWeights)), {
    count,
    required: [],
    alongside: [],
    ...purse,
  })
}
const said = (...texts: readonly string[]) =>
  texts.map((text, at) => ({ number: at + 1, message: at % 2 ? assistant(text) : user(text) }))

test('Q2 the line that relates names is chosen before those that only mention them', () => {
  const messages = said(
    'parseLine is old.',
    'tokenStream is new.',
    'parseLine reads tokenStream now.',
    'What a day it was, all in all.',
  )
  expect(choose(messages, { tokens: 16 }).map(({ quote }) => quote.text)).toEqual(['parseLine reads tokenStream now.'])
})

test('Q2 a name that is told is not told again', () => {
  const messages = said('loadConfig fails.', 'Indeed, loadConfig fails here.', 'saveConfig works.', 'Fine.')
  const chosen = choose(messages, { tokens: 24 }).map(({ quote }) => quote.text)
  expect(chosen.filter(text => text.includes('loadConfig'))).toHaveLength(1)
  expect(chosen).toContain('saveConfig works.')
})

/** Values by which only lines count. */
const lineValues = (...lines: readonly number[]) => ({
  lines: Float64Array.from(lines),
  cues: new Float64Array(lines.length),
  names: new Float64Array(0),
  pairs: new Float64Array(0),
})

test('Q2 a line adds only the lines that no line beside it holds', () => {
  const walked = 'Then we walked along the river to the old mill.'
  const again = 'Then we walked along the river to the old pub.'
  const heron = 'Nobody had seen one heron there for many years.'
  const seen = survey(said(walked, again, heron))
  const values = lineValues(3, 2, 1.5)
  const chosen = (tokens: number, alongside: readonly string[], from = seen) =>
    select(from, values, { count, tokens, required: [], alongside }).map(({ quote }) => quote.text)
  expect(chosen(36, [])).toEqual([walked, heron])
  expect(chosen(20, [again])).toEqual([heron])
  expect(chosen(20, [], survey(said(walked, again, heron), new Set([1])))).toEqual([heron])
})

test('Q2 in plain talk, the rest of what was said in one go comes before what another one said', () => {
  const [walked, along, heron] = [
    'Then we walked along the river to the old mill.',
    'The miller gave us bread and told of the flood.',
    'Nobody had seen one heron there for many years.',
  ] as const
  const seen = survey(said(`${walked}\n${along}`, heron))
  const values = lineValues(3, 1, 1.5)
  const chosen = (talk: number) => select({ ...seen, talk }, values, { count, tokens: 34, required: [], alongside: [] })
  expect(chosen(1).map(({ quote }) => quote.text)).toEqual([walked, along])
  expect(chosen(0).map(({ quote }) => quote.text)).toEqual([walked, heron])
})

test('Q2 what was found out is told once, however often it was said; what a person demands is told as it was said', () => {
  const found = ['The cause is a timer that nobody ever stops.', 'The cause is a timer that nobody here ever stops.']
  const demands = ['Never use more than 10 threads at once here.', 'Never use more than 20 threads at once here.']
  const heron = 'Nobody had seen one heron there for years.'
  const seen = survey(said(demands[0]!, found[0]!, demands[1]!, found[1]!, heron))
  const { lines, cues } = valuesOf(seen, worthOf(seen, learntWeights), { ...ratesFor(0), passages: 0 })
  const values = { ...lineValues(...lines.slice(0, 4), 0.45), cues }
  const chosen = (tokens: number) =>
    select(seen, values, { count, tokens, required: [], alongside: [] }).map(({ quote }) => quote.text)
  expect(chosen(50).toSorted()).toEqual([...demands, found[0]])
  expect(chosen(68).toSorted()).toEqual([...demands, heron, found[0]])
})

test('Q2 what stays in the view is not quoted', () => {
  const messages = said('openFile is here.', 'closeFile is there.')
  expect(choose(messages, { tokens: 100 }, new Set([2])).map(({ quote }) => quote.text)).toEqual(['openFile is here.'])
})

test('Q2 what must be carried is chosen first, whatever it is worth', () => {
  const seen = survey(said('Hm hm hm.', 'fooBar calls bazQux in src/main.ts.'))
  const values = valuesOf(seen, worthOf(seen, learntWeights))
  const chosen = select(seen, values, { count, tokens: 100, required: [seen.passages[0]!], alongside: [] })
  expect(chosen.map(({ quote }) => quote.text)).toEqual(['Hm hm hm.', 'fooBar calls bazQux in src/main.ts.'])
})

test('Q2 a larger budget never says less', () => {
  const sizes = [50, 100, 200, 400, 800].map(tokens => count(ledger(choose(sampleConversation(), { tokens }))))
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
})

test('Q2 what an aim is worth in all does not depend on how many serve it', () => {
  const seen = survey(sampleConversation())
  const { pairs, names } = valuesOf(seen, worthOf(seen, learntWeights), {
    ...ratesFor(0),
    pairs: 3,
    names: 1,
    salient: 2,
  })
  const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0)
  expect(sum(pairs)).toBeCloseTo(3)
  expect(sum(names)).toBeCloseTo(3)
})

test('V11 a ledger groups lines under their ¶, marks gaps, and names the call before its answer', () => {
  const seen = survey(sampleConversation())
  const wanted = /refilledAt is undefined|1 failed|decided|createApp|router.dispatch|^Grep/
  const lines = seen.passages.filter(({ quote }) => wanted.test(quote.text))
  expect(ledger(lines)).toBe(
    [
      '¶3 tool: Read app.ts',
      ' export function createApp(options: AppOptions): App { …',
      ' return { handle: request => router.dispatch(request, sessionStore) }',
      '¶6 tool: Grep class SessionStore src/store',
      '¶7 assistant: I decided to put the bucket into its own module because the router should not know about limits.',
      '¶10 tool: Bash npm test -- server Run the server … (failed)',
      ' TypeError: bucket.refilledAt is undefined …',
      ' Tests: 1 failed, 11 passed',
    ].join('\n'),
  )
})
