import { expect, test } from 'vitest'
import { learntWeights } from '../packages/longhand/src/facts/choosing/weights.ts'
import { defaultCorpus, hasCorpus, recordings } from './corpus.ts'
import { examine } from './quality-examine.ts'
import { methods } from './quality-method.ts'

const absent = !hasCorpus()
if (absent) console.error(`NOT RUN: the evaluation needs the recorded conversations in ${defaultCorpus}.`)

test.skipIf(absent)('Q3 every method is scored on a real conversation, none above its budget', async () => {
  const found = []
  for await (const recording of recordings()) {
    if (recording.messages.length > 130 && recording.messages.length < 160) found.push(recording)
  }
  const rows = examine(found[0]!, { budgets: [3, 10], ignored: new Set(), methods, weights: learntWeights }).filter(
    ({ table }) => table === 'cuts',
  )
  expect(rows.length).toBe(3 * 2 * methods.length)
  for (const { group, used, score } of rows) {
    expect(used * 100).toBeLessThanOrEqual(Number.parseFloat(group) * 1.01)
    expect(Object.values(score).every(share => share === null || (share >= 0 && share <= 1))).toBe(true)
  }
})
