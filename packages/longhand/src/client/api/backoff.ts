/** Waits, or returns early when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

/** Half a second, doubling up to ten. */
export const backoffMs = (failures: number): number => Math.min(10_000, 500 * 2 ** failures)

/** `Sleep` by the clock. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
