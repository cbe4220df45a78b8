import { yieldToEventLoop } from './yield-to-event-loop.ts'

/** Milliseconds of work before others get their turn. */
const maxMs = 8

/**
 * For a loop whose steps may all be ready at once: awaited between two of them, it lets everyone else have their turn
 * when the loop has gone on for a while. Promises that are settled already give nobody a turn.
 */
export function createPacer(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxMs) return
    await yieldToEventLoop()
    since = performance.now()
  }
}
