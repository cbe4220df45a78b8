import { retryWait } from '../../engine/compaction/retry.ts'
import type { Clock } from '../../engine/ports/clock.ts'
import { providerFailureOf } from '../../providers/provider-failure.ts'

/** What retrying needs. `random` spreads the attempts of many who failed together, from 0 to 1. */
export type RetryOptions = {
  readonly clock: Clock
  readonly random: () => number
  readonly signal?: AbortSignal
}

/** Asks a provider, and again while that may help: later each time, and no sooner than the provider wants. Throws the last error. */
export async function withRetries<T>(ask: () => Promise<T>, { clock, random, signal }: RetryOptions): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      const wait = signal?.aborted ? null : retryWait(providerFailureOf(error), tries, random())
      if (wait === null) throw error
      await clock.sleep(wait, signal)
      if (signal?.aborted) throw error
    }
  }
}
