import type { Api } from './api.ts'
import type { LiveNotice } from './contract.ts'
import { readEvents } from './sse.ts'

export type LiveFeedListener = {
  readonly onNotice: (notice: LiveNotice) => void
  /** `up` after every successful connection, `down` when it breaks. What was told in between is lost: read again. */
  readonly onConnection: (connection: 'online' | 'offline') => void
}

/** Listens to the live feed until it is told to end, and connects again when the feed breaks. */
export function subscribeToLiveFeed(
  api: Api,
  { onNotice, onConnection }: LiveFeedListener,
  pause: Sleep = sleep,
): () => void {
  const end = new AbortController()
  void (async () => {
    for (let failures = 0; !end.signal.aborted; failures++) {
      try {
        const body = await api.live({ signal: end.signal })
        if (body !== null) {
          failures = 0
          onConnection('online')
          for await (const events of readEvents(body)) events.flatMap(parseNotice).forEach(onNotice)
        }
      } catch {
        // Whatever broke the feed, the answer is the same: wait a little and connect again.
      }
      if (end.signal.aborted) return
      onConnection('offline')
      await pause(backoffMs(failures), end.signal)
    }
  })()
  return () => end.abort()
}

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

/** Half a second, doubling up to ten. */
export const backoffMs = (failures: number): number => Math.min(10_000, 500 * 2 ** failures)

export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function parseNotice({ data }: { readonly data: string }): readonly LiveNotice[] {
  try {
    const notice = JSON.parse(data)
    return typeof notice?.type === 'string' && typeof notice.id === 'string' ? [notice] : []
  } catch {
    return []
  }
}
