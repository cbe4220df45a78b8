import { expect, test } from 'vitest'
import { type WarningCode, warningCodes, warningSentence } from './compaction-warning.ts'

const sentenceOf = (...warnings: readonly WarningCode[]): string =>
  warningSentence({ warnings, facts: 800, retention: 0.85 })

test.each(warningCodes)('F1 the warning %s says what happened and what to do about it', code => {
  const sentence = sentenceOf(code)
  expect(sentence.split(/(?<=\.) /).length).toBeGreaterThanOrEqual(2)
  expect(sentence).toMatch(/own words|found no room|are left out/)
  expect(sentence).toMatch(/Choose|choose|Condense again|Add its key|lower threshold/)
})

test('F1 several warnings are one text, none is none', () => {
  expect(sentenceOf('summariser-late', 'truncated')).toMatch(/^The summariser took too long: .*found no room/)
  expect(sentenceOf()).toBe('')
})

test('Q2 a summary that keeps too little says how many facts it leaves out, and what would help', () => {
  expect(sentenceOf('truncated')).toBe(
    '120 of 800 facts so far found no room in the summary. Choose a model with a larger window, release protected messages, or export the conversation.',
  )
})
