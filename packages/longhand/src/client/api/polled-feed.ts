import type { Api } from './api.ts'
import { type Sleep, sleep } from './backoff.ts'
import type { LiveFeedListener } from './live-feed.ts'

const pollMs = 5_000

/**
 * W6 for browsers that cannot share a feed between their tabs: asks every few seconds whether something has changed, and
 * says `online` again when it has, so that screens load what they show. `isAwake` tells whether anyone looks at them.
 */
export function pollFeed(
  api: Pick<Api, 'conversations'>,
  { onConnection }: Pick<LiveFeedListener, 'onConnection'>,
  { isAwake = () => true, wait = sleep }: { readonly isAwake?: () => boolean; readonly wait?: Sleep } = {},
): () => void {
  const abort = new AbortController()
  void (async () => {
    let known: string | null | undefined
    while (!abort.signal.aborted) {
      const found: typeof known = isAwake() ? await newest(api) : known
      if (abort.signal.aborted) return
      if (found !== known) onConnection(found === null ? 'offline' : 'online')
      known = found
      await wait(pollMs, abort.signal)
    }
  })()
  return () => abort.abort()
}

/** What has changed is among the newest; null when the server does not answer. */
const newest = (api: Pick<Api, 'conversations'>): Promise<string | null> =>
  api.conversations({ limit: 20 }).then(JSON.stringify, () => null)
