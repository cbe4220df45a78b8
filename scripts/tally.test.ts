import { expect, test } from 'vitest'
import { atLeast, oneCheck, playwrightTally, sum, tallyLine, vitestTally } from './tally.mjs'

test('a stage without a report is one check', () => {
  expect(oneCheck(0)).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(oneCheck(2)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('vitest: tests are counted, and so is a file that fails outside its tests', () => {
  const tests = (...states: string[]) => states.map(status => ({ status }))
  const report = {
    testResults: [
      { status: 'failed', assertionResults: tests('passed', 'failed', 'skipped', 'todo') },
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: tests('passed', 'skipped') },
      { status: 'passed', assertionResults: tests('passed') },
    ],
  }
  expect(vitestTally(report)).toEqual({ passed: 3, failed: 3, skipped: 3 })
})

test('playwright: a test that passed at its second try has passed', () => {
  expect(playwrightTally({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } })).toEqual({
    passed: 5,
    failed: 1,
    skipped: 2,
  })
})

test('a run that ends badly without a failed test has failed once', () => {
  expect(atLeast({ passed: 9, failed: 0, skipped: 0 }, 1).failed).toBe(1)
  expect(atLeast({ passed: 9, failed: 3, skipped: 0 }, 1).failed).toBe(3)
  expect(atLeast({ passed: 9, failed: 0, skipped: 0 }, 0).failed).toBe(0)
})

test('the last line sums the stages and names skipped ones only if there are any', () => {
  const some = { passed: 2, failed: 1, skipped: 0 }
  expect(tallyLine(sum([some, some]))).toBe('4 passed, 2 failed')
  expect(tallyLine(sum([some, { passed: 0, failed: 0, skipped: 3 }]))).toBe('2 passed, 1 failed, 3 skipped')
})
