import type { Api } from './api.ts'
import type { Notice } from './contract.ts'
import { readEvents } from './sse.ts'

export type LiveListener = {
  readonly onNotice: (notice: Notice) => void
  /** `up` after every successful connection, `down` when it breaks. What was told in between is lost: read again. */
  readonly onLink: (link: 'up' | 'down') => void
}

/** Listens to the live feed until it is told to end, and connects again when the feed breaks. */
export function listenLive(api: Api, { onNotice, onLink }: LiveListener, pause: Pause = sleep): () => void {
  const end = new AbortController()
  void (async () => {
    for (let failures = 0; !end.signal.aborted; failures++) {
      try {
        const body = await api.live({ signal: end.signal })
        if (body !== null) {
          failures = 0
          onLink('up')
          for await (const events of readEvents(body)) events.flatMap(noticesIn).forEach(onNotice)
        }
      } catch {
        // Whatever broke the feed, the answer is the same: wait a little and connect again.
      }
      if (end.signal.aborted) return
      onLink('down')
      await pause(backoff(failures), end.signal)
    }
  })()
  return () => end.abort()
}

export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

/** Half a second, doubling up to ten. */
export const backoff = (failures: number): number => Math.min(10_000, 500 * 2 ** failures)

export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function noticesIn({ data }: { readonly data: string }): readonly Notice[] {
  try {
    const notice = JSON.parse(data)
    return typeof notice?.type === 'string' && typeof notice.id === 'string' ? [notice] : []
  } catch {
    return []
  }
}
