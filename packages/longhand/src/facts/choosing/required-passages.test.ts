import { expect, test } from 'vitest'
import { assistant, user } from '../../core/message.ts'
import { requiredPassages } from './required-passages.ts'
import { survey } from './survey.ts'

const count = (text: string): number => Math.ceil(text.length / 4)
const numbered = (...messages: readonly ReturnType<typeof user>[]) =>
  messages.map((message, at) => ({ number: at + 1, message }))

test('Q2 what a person typed is carried before what was pasted, however new that is', () => {
  const rules = Array.from(
    { length: 60 },
    (_, at) => `Rule ${at}: the module must never import number ${at} of the list.`,
  )
  const messages = numbered(
    user('Build it.'),
    user('Never push to main.'),
    user(rules.join('\n')),
    assistant('Understood.'),
    user('Go on.'),
  )
  const { constraints } = requiredPassages(survey(messages), { budget: 400, count })
  const texts = constraints.map(({ quote }) => quote.text)
  expect(texts[0]).toBe('Never push to main.')
  expect(texts.length).toBeGreaterThan(1)
  expect(texts.length).toBeLessThan(10)
})

test('Q2 of a long line that a person typed, the sentence that demands something is carried', () => {
  const line = `I have been thinking about this for a while and it is going well so far. Never touch the lock file. ${'It is a nice day. '.repeat(8)}`
  const { constraints } = requiredPassages(survey(numbered(user('Build it.'), user(line), user('Go on.'))), {
    budget: 400,
    count,
  })
  expect(constraints.map(({ quote }) => quote.text)).toEqual(['Never touch the lock file.'])
})

test('Q2 what a conversation starts with is meant for all of it, however long', () => {
  const rules = Array.from({ length: 60 }, (_, at) => `Rule ${at}: the module must never import number ${at}.`).join(
    '\n',
  )
  const carried = (...texts: readonly string[]) =>
    requiredPassages(survey(numbered(...texts.map(user), assistant('Understood.'))), { budget: 400, count }).constraints
      .length
  expect(carried(rules, 'Go on.')).toBeGreaterThan(2 * carried('Build it.', rules, 'Go on.'))
})

test('Q2 thanks and agreement take no room from what the person asked for', () => {
  const messages = numbered(
    user('Find me a table for two in Lisbon.'),
    assistant('There is one at Taberna do Mar, at eight in the evening.'),
    user('That is great. Thanks a lot!'),
    assistant('It is booked. Is there anything else that I can do for you?'),
    user('Check the train to Porto on Sunday.'),
    assistant('It leaves at 9:30 from Santa Apolonia.'),
    user('Ana Reis: Thank you very much.'),
  )
  const { goal, requests } = requiredPassages(survey(messages), { budget: 4_000, count })
  expect(goal.map(({ quote }) => quote.text)).toEqual([
    'Find me a table for two in Lisbon.',
    'Check the train to Porto on Sunday.',
  ])
  expect(requests).toEqual([])
})

test('Q2 a request that was answered is no goal beside a newer one in the view, nor is a pasted log; the same holds for the state', () => {
  const messages = numbered(
    user('Rename everything from plugins to skills.'),
    assistant('Now I have everything I need. Let me make all the edits.'),
    user('Which tests fail?'),
    assistant('Two tests of the parser fail, both by a time-out.'),
    user(
      Array.from({ length: 60 }, (_, at) => `test_rename_${at} (migrations.OperationTests) took its time`).join('\n'),
    ),
    user('Mark the task as done.'),
    assistant('The task is marked as done, and the board is updated.'),
  )
  const read = (staying: readonly number[]) => {
    const { goal, requests, state } = requiredPassages(survey(messages, new Set(staying)), { budget: 4_000, count })
    return [goal, requests, state].map(found => found.map(({ quote }) => quote.origin.number))
  }
  expect(read([])).toEqual([
    [1, 6],
    [5, 3],
    [7, 4, 2],
  ])
  expect(read([6])).toEqual([[1], [5, 3], [7, 4, 2]])
  expect(read([6, 7])).toEqual([[1], [5, 3], []])
  const logged = requiredPassages(survey(messages.slice(0, 5)), { budget: 4_000, count })
  expect(logged.goal.map(({ quote }) => quote.origin.number)).toEqual([1, 3])
})

test('Q2 a line that only announces what follows is not the state', () => {
  const said =
    'All five bookings were looked up, and two of them are left to change.\nHere are the details of your bookings with their durations:'
  const { state } = requiredPassages(survey(numbered(user('Change my flights.'), assistant(said))), {
    budget: 4_000,
    count,
  })
  expect(state.map(({ quote }) => quote.text)).toEqual([
    'All five bookings were looked up, and two of them are left to change.',
  ])
})

test('Q2 in a small text the newest state stands alone, or none: an older one would be wrong', () => {
  const older = 'Waiting until you say which of the agents breaks.'
  const newer = `Going on without the names, ${'since folders are used in their place, '.repeat(3)}as the manual says.`
  const messages = numbered(user('Fix the install.'), assistant(older), user('Do the others first.'), assistant(newer))
  const read = (budget: number) =>
    requiredPassages(survey(messages), { budget, count }).state.map(({ quote }) => quote.origin.number)
  expect(read(4_000)).toEqual([4, 2])
  expect(read(900)).toEqual([4])
  expect(read(300)).toEqual([])
})
