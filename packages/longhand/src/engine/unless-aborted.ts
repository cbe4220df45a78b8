/** What a promise resolves to, or null when the signal fires first: whoever made the promise may never notice. */
export async function unlessAborted<T>(wanted: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) return null
  const { promise, resolve } = Promise.withResolvers<null>()
  const stop = () => resolve(null)
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([wanted, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
