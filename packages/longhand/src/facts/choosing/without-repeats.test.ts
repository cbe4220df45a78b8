import { expect, test } from 'vitest'
import { assistant, type Message, user } from '../../core/message.ts'
import { extract } from '../extract.ts'
import { survey } from './survey.ts'
import { withoutRepeats } from './without-repeats.ts'

const numbered = (...messages: readonly Message[]) => messages.map((message, at) => ({ number: at + 1, message }))

const messages = numbered(
  user('Never push to the main branch.'),
  assistant('Understood: I will ask before each push.'),
  user('The record says:\n14. "Never push to the main branch."\n- never push to the main branch!'),
  assistant('**Never push to the main branch**'),
)

test('Q2 a constraint that is said again in the same words stands once', () => {
  const left = withoutRepeats(survey(messages)).passages.map(({ quote }) => quote.text)
  expect(left).toEqual([
    'Never push to the main branch.',
    'Understood: I will ask before each push.',
    'The record says:',
  ])
})

test('Q2 no text says one constraint twice', () => {
  const count = (text: string): number => Math.ceil(text.length / 4)
  const { text } = extract({ messages, staying: new Set(), prose: null, budget: 1_000, targetRetention: 1, count })
  expect(text.match(/never push to the main branch/gi)).toHaveLength(1)
})

test('Q2 what stands in the view is not said again', () => {
  const left = withoutRepeats(survey(messages, new Set([1]))).passages
  expect(left.filter(({ quote }) => /never push/i.test(quote.text)).map(({ stays }) => stays)).toEqual([true])
})

test.each([
  ['Never use more than 5 threads.', 'Never use more than 8 threads.'],
  ['Always use tabs instead of spaces.', 'Always use spaces instead of tabs.'],
])('Q2 two constraints that differ in a number or in order are two: %s', (one, other) => {
  expect(withoutRepeats(survey(numbered(user(one), user(other)))).passages).toHaveLength(2)
})

test('Q2 what is not a constraint may be said as often as it was, and so may what tools printed', () => {
  const others = numbered(user('The main branch is green.'), assistant('"The main branch is green."'))
  expect(withoutRepeats(survey(others)).passages).toHaveLength(2)
})
