import { retryWait } from '../../engine/compaction/retry.ts'
import type { Clock } from '../../engine/ports/clock.ts'
import { troubleOf } from '../../providers/provider-failure.ts'

/** What waiting needs from the world. `chance` spreads the attempts of many who failed together, from 0 to 1. */
export type Patience = {
  readonly clock: Clock
  readonly chance: () => number
  readonly signal?: AbortSignal
}

/** Asks a provider, and again while that may help: later each time, and no sooner than the provider wants. Throws the last error. */
export async function withRetries<T>(ask: () => Promise<T>, { clock, chance, signal }: Patience): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      const wait = signal?.aborted ? null : retryWait(troubleOf(error), tries, chance())
      if (wait === null) throw error
      await clock.sleep(wait, signal)
      if (signal?.aborted) throw error
    }
  }
}
