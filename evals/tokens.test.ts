import { expect, test } from 'vitest'
import { defaultCorpus, hasCorpus, recordings } from './corpus.ts'
import { replay } from './tokens-replay.ts'

const absent = !hasCorpus()
if (absent) console.error(`NOT RUN: the evaluation needs the recorded conversations in ${defaultCorpus}.`)

test.skipIf(absent)(
  'T4, N1 before a call the number shown is within 5% of what the provider then reports',
  async () => {
    const errors = []
    for await (const recording of recordings()) {
      if (recording.messages.length > 200) continue
      for (const { kind, shown, reported } of replay(recording)) {
        if (kind === 'anchored') errors.push(Math.abs(shown - reported) / reported)
      }
    }
    expect(errors.length).toBeGreaterThan(300)
    expect(errors.filter(error => error <= 0.05).length / errors.length).toBeGreaterThan(0.98)
    expect(errors.toSorted((a, b) => a - b)[Math.ceil(0.95 * errors.length) - 1]).toBeLessThan(0.02)
  },
)
