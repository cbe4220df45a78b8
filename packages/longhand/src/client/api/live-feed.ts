import type { Api } from './api.ts'
import { backoffMs, type Sleep, sleep } from './backoff.ts'
import type { LiveNotice } from './contract.ts'
import { readEvents } from './sse.ts'

export type LiveFeedListener = {
  readonly onNotice: (notice: LiveNotice) => void
  /** `online` after every successful connection, `offline` when it breaks. Notices in between are lost: load again. */
  readonly onConnection: (connection: 'online' | 'offline') => void
}

/** Subscribes to the live feed, and reconnects when it breaks. Returns the function that unsubscribes. */
export function subscribeToLiveFeed(
  api: Api,
  { onNotice, onConnection }: LiveFeedListener,
  wait: Sleep = sleep,
): () => void {
  const abort = new AbortController()
  void (async () => {
    for (let failures = 0; !abort.signal.aborted; failures++) {
      try {
        const body = await api.live({ signal: abort.signal })
        if (body !== null) {
          failures = 0
          onConnection('online')
          for await (const events of readEvents(body)) events.flatMap(parseNotice).forEach(onNotice)
        }
      } catch {
        // Whatever broke the feed, the remedy is the same: wait a little and reconnect.
      }
      if (abort.signal.aborted) return
      onConnection('offline')
      await wait(backoffMs(failures), abort.signal)
    }
  })()
  return () => abort.abort()
}

function parseNotice({ data }: { readonly data: string }): readonly LiveNotice[] {
  try {
    const notice = JSON.parse(data)
    const isNotice = notice?.type === 'models' || (typeof notice?.type === 'string' && typeof notice.id === 'string')
    return isNotice ? [notice] : []
  } catch {
    return []
  }
}
