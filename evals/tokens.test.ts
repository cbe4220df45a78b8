import { expect, test } from 'vitest'
import { defaultCorpus, hasCorpus } from './corpus.ts'
import { replayAll, reportOf, shortfall } from './tokens.ts'
import { type Call, replay } from './tokens-replay.ts'

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
    // No recorded provider cuts silently.
    expect(report.falseAlarms).toBe(0)
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

test('T4 a log that does not say which model answered is replayed as one of an unknown model', () => {
  const usage = { model: null, completionTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 }
  const calls = replay({
    ...{ id: 'r', source: 's', licence: 'MIT', title: 't', format: 'f' },
    messages: ['user', 'assistant', 'user', 'assistant'].map((role, at) => ({
      role: role === 'user' ? 'user' : 'assistant',
      content: `Words number ${at}.`,
    })),
    usage: [
      { ...usage, messageIndex: 1, promptTokens: 1_000 },
      { ...usage, messageIndex: 3, promptTokens: 1_030 },
    ],
  })
  expect(calls.map(({ model, kind }) => [model, kind])).toEqual([
    ['unknown', 'first'],
    ['unknown', 'anchored'],
  ])
  expect(calls[1]!.shown).toBeGreaterThan(1_000)
  expect(calls.some(({ cut }) => cut)).toBe(false)
})
