import { type ErrorCode, LonghandError } from '../../core/errors.ts'
import { trackBackground } from '../drain.ts'
import type { Scope } from '../engine.ts'
import { reportBug } from '../report-bug.ts'

/**
 * F5 ends in the storage what has ended here, now or as soon as the storage answers again: nobody need wait for a lease of
 * the living to run out. Resolves after the first try; a shutdown ends the others.
 */
export async function endWhenBack(scope: Scope, end: () => Promise<unknown>): Promise<void> {
  if (await tryToEnd(scope, end)) return
  const stop = new AbortController()
  trackBackground(scope.engine, { stop, done: keepTrying(scope, end, stop.signal) })
}

async function keepTrying(scope: Scope, end: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  for (let wait = 250; !signal.aborted; wait = Math.min(2 * wait, 1_000)) {
    await scope.engine.clock.sleep(wait * (0.5 + Math.random() / 2), signal)
    if (await tryToEnd(scope, end)) return
  }
}

/** Whether there is nothing more to try: it has ended, or fails for another reason than that the storage is away. */
async function tryToEnd(scope: Scope, end: () => Promise<unknown>): Promise<boolean> {
  try {
    await end()
    return true
  } catch (error) {
    reportBug(scope.engine, error, { ...scope, during: 'turn' })
    return !isAway(error)
  }
}

/** Whether the storage could not do it now, and may do it later. */
export const isAway = (error: unknown): error is LonghandError =>
  error instanceof LonghandError && awayCodes.includes(error.code)

const awayCodes: readonly ErrorCode[] = ['store-unavailable', 'store-full', 'store-read-only']
