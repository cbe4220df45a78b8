import { expect, test } from 'vitest'
import { callAll, isAsAlone, type Manner, stores } from './processes.ts'

const tried = stores().flatMap(store =>
  (['together', 'in turn'] satisfies Manner[]).map(manner => [store, manner] as const),
)

test.each(tried)(
  'D7 two who ask about one conversation on %s, %s, get what one alone gets',
  async (store, manner) => {
    const outcome = await callAll(store, { manner, callers: 2, calls: 40 })
    expect(outcome).toMatchObject({ refused: [], differing: 0 })
    expect(isAsAlone(outcome)).toBe(true)
    if (manner === 'in turn') expect(outcome.summaries).toBe(outcome.summariesAlone)
  },
  180_000,
)
