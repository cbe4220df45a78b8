import { expect, test } from 'vitest'
import { playwrightFailures, playwrightSecondTries, vitestFailures, vitestSecondTries } from './failures.mjs'

test('vitest: tests that failed, and those that passed only at the second try, have a line with the reason', () => {
  const report = {
    testResults: [
      {
        name: '/house/scripts/a.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'one', status: 'passed', failureMessages: ['Error: late'] },
          { fullName: 'two', status: 'failed', failureMessages: ['\u001b[31mError: no\u001b[39m\n  at a.test.ts:3'] },
        ],
      },
      { name: '/house/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      { name: '/house/c.test.ts', status: 'passed', assertionResults: [{ fullName: 'three', status: 'passed' }] },
    ],
  }
  expect(vitestFailures(report, '/house')).toEqual([
    '✗ scripts/a.test.ts › two: Error: no',
    '✗ b.test.ts › cannot be run: no such module',
  ])
  expect(vitestSecondTries(report, '/house')).toEqual([
    '! passed only at the second try: scripts/a.test.ts › one: Error: late',
  ])
})

test('playwright: specs that failed, and those that passed only at the second try, are found in suites of suites', () => {
  const spec = (title: string, status: string, ...messages: (string | null)[]) => ({
    title,
    file: 'tabs.spec.ts',
    line: 7,
    ok: status !== 'unexpected',
    tests: [{ status, results: messages.map(message => (message === null ? {} : { error: { message } })) }],
  })
  const report = {
    suites: [
      { specs: [spec('one', 'expected', null)], suites: [{ specs: [spec('two', 'unexpected', 'late\nvery')] }] },
      { specs: [spec('three', 'flaky', 'once', null)] },
    ],
  }
  expect(playwrightFailures(report)).toEqual(['✗ e2e/tabs.spec.ts:7 › two: late'])
  expect(playwrightSecondTries(report)).toEqual(['! passed only at the second try: e2e/tabs.spec.ts:7 › three: once'])
})
