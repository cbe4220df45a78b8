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
  const { constraints } = requiredPassages(survey(messages), 400, count)
  const texts = constraints.map(({ quote }) => quote.text)
  expect(texts[0]).toBe('Never push to main.')
  expect(texts.length).toBeGreaterThan(1)
  expect(texts.length).toBeLessThan(10)
})

test('Q2 of a long line that a person typed, the sentence that demands something is carried', () => {
  const line = `I have been thinking about this for a while and it is going well so far. Never touch the lock file. ${'It is a nice day. '.repeat(8)}`
  const { constraints } = requiredPassages(survey(numbered(user('Build it.'), user(line), user('Go on.'))), 400, count)
  expect(constraints.map(({ quote }) => quote.text)).toEqual(['Never touch the lock file.'])
})

test('Q2 what a conversation starts with is meant for all of it, however long', () => {
  const rules = Array.from({ length: 60 }, (_, at) => `Rule ${at}: the module must never import number ${at}.`).join(
    '\n',
  )
  const carried = (...texts: readonly string[]) =>
    requiredPassages(survey(numbered(...texts.map(user), assistant('Understood.'))), 400, count).constraints.length
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
  const { goal, requests } = requiredPassages(survey(messages), 4_000, count)
  expect(goal.map(({ quote }) => quote.text)).toEqual([
    'Find me a table for two in Lisbon.',
    'Check the train to Porto on Sunday.',
  ])
  expect(requests).toEqual([])
})
