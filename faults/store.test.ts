import { expect, test } from 'vitest'
import { faultsOf, quick, scenarios } from './store.ts'

// They wait more than they work.
test.concurrent.each(scenarios())(
  'N7 D4 C13 nothing acknowledged is lost: %s',
  async (_, scenario) => {
    const outcome = await scenario(quick)
    expect(outcome.acknowledged).toBeGreaterThan(0)
    expect(faultsOf(outcome), JSON.stringify(outcome)).toBe(0)
  },
  180_000,
)
