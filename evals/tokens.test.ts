import { expect, test } from 'vitest'
import { defaultCorpus, hasCorpus } from './corpus.ts'
import { replayAll, reportOf, shortfall } from './tokens.ts'
import type { Call } from './tokens-replay.ts'

const absent = !hasCorpus()
if (absent) console.error(`NOT RUN: the evaluation needs the recorded conversations in ${defaultCorpus}.`)

test.skipIf(absent)(
  'T4, N1 before a call the number shown is within 5% of what the provider then reports, in 99 of 100 calls of all recordings',
  { timeout: 300_000 },
  async () => {
    const report = reportOf(await replayAll(defaultCorpus))
    expect(report.recordings).toBeGreaterThan(30)
    expect(report.families.at(-1)!.calls).toBeGreaterThan(5_000)
    expect(shortfall(report)).toBeNull()
    expect(report.families.at(-1)!.p95).toBeLessThan(2)
  },
)

const call = (shown: number): Call => ({
  ...{ recording: 'r', model: 'm', family: 'f', reported: 1_000, kind: 'anchored', cut: false },
  shown,
})

test('T4 two calls of 100 that are further off, or none at all, are not 99 of 100', () => {
  const off = (count: number) => reportOf(Array.from({ length: 100 }, (_, at) => call(at < count ? 1_051 : 1_050)))
  expect(shortfall(off(1))).toBeNull()
  expect(shortfall(off(2))).toBe('Only 98% of 100 calls are within 5% of what the provider reported; 99% are promised.')
  expect(shortfall(reportOf([]))).toMatch(/^Only 0% of 0 calls/)
})
