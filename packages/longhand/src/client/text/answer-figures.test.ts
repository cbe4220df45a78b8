import { expect, test } from 'vitest'
import type { DisplayEntry } from '../api/contract.ts'
import { answerFigures } from './answer-figures.ts'

const entry = (figures: Partial<DisplayEntry>) => figures as DisplayEntry

test('W10 an answer tells the tokens, the time and the cost of all of its steps', () => {
  const steps = [
    entry({ usage: { input: 12_000, output: 50 }, ms: 1_500, cost: 0.03 }),
    entry({}),
    entry({ usage: { input: 300, output: 36 }, ms: 600, cost: 0.01 }),
  ]
  expect(answerFigures(steps)).toBe('12,300 tokens in, 86 out · 2.1 s · $0.040')
})

test.each([
  [[entry({})], null],
  [[entry({ ms: 90 })], '90 ms'],
  [[entry({ usage: { input: 5, output: 1 }, cost: 0 })], '5 tokens in, 1 out'],
])('W10 what is not known, or free, is not told', (entries, told) => {
  expect(answerFigures(entries)).toBe(told)
})
