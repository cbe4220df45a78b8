import type { Clock } from '../ports/clock.ts'
import type { Summariser } from '../ports/summariser.ts'

/** A summariser that gives up after a while: whoever waits for it gets the originals' own words instead. */
export function withTimeout(summariser: Summariser, ms: number, clock: Clock): Summariser {
  return {
    ...summariser,
    async summarise(request, signal) {
      const late = new AbortController()
      const over = new AbortController()
      const deadline = clock.sleep(ms, over.signal).then(() => {
        if (over.signal.aborted) return null
        late.abort()
        return {
          type: 'failed',
          failure: { type: 'other', sentence: `The summary took longer than ${ms / 1000} s.` },
        } as const
      })
      const answer = summariser.summarise(request, AbortSignal.any([signal, late.signal]))
      const first = await Promise.race([answer, deadline])
      over.abort()
      return first ?? answer
    },
  }
}
