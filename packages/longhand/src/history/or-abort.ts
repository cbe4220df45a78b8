import { unlessAborted } from '../engine/unless-aborted.ts'

/** What a promise resolves to, unless the signal fires first: then its reason is thrown, an AbortError as a rule. */
export async function orAbort<Result>(wanted: Promise<Result>, signal: AbortSignal): Promise<Result> {
  // Nobody hears what comes of it after that.
  wanted.catch(() => {})
  const result = await unlessAborted(wanted, signal)
  signal.throwIfAborted()
  return result as Result
}
