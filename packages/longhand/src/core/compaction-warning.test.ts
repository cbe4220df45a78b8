import { expect, test } from 'vitest'
import { warningCodes, warningSentence } from './compaction-warning.ts'

test.each(warningCodes)('F1 the warning %s says what happened and what to do about it', code => {
  const sentence = warningSentence([code])
  expect(sentence.split(/(?<=\.) /).length).toBeGreaterThanOrEqual(2)
  expect(sentence).toMatch(/own words|found room/)
  expect(sentence).toMatch(/Choose|choose|Condense again|Add its key|lower threshold/)
})

test('F1 several warnings are one text, none is none', () => {
  expect(warningSentence(['summariser-late', 'truncated'])).toMatch(/^The summariser took too long: .*found room\./)
  expect(warningSentence([])).toBe('')
})
