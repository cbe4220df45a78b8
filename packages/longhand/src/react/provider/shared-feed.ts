import type { LiveNotice } from '../../client/api/contract.ts'
import type { LiveFeedListener } from '../../client/api/live-feed.ts'

/** What the tabs of one browser share a feed by. */
export type TabLink = {
  /** The tab that holds the lock reads the feed for all; the browser frees it when the tab ends. */
  readonly locks: Pick<LockManager, 'request'>
  readonly openChannel: () => Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>
}

/** Subscribes to the server's feed; returns the function that unsubscribes. */
type Subscribe = (listener: LiveFeedListener) => () => void

type Connection = Parameters<LiveFeedListener['onConnection']>[0]

type TabMessage =
  | { readonly type: 'notice'; readonly notice: LiveNotice }
  | { readonly type: 'connection'; readonly connection: Connection }
  /** A tab that has just come asks how it stands; the answer is for it alone. */
  | { readonly type: 'joined'; readonly tab: string }
  | { readonly type: 'welcome'; readonly tab: string; readonly connection: Connection }

/**
 * W6 one feed for all tabs of a browser, which has six connections to a server and no more: one tab reads it and passes
 * it on. When that tab ends, another takes over and says `online` once more, because notices in between are lost.
 */
export function shareFeed(subscribe: Subscribe, { locks, openChannel }: TabLink): Subscribe {
  return listener => {
    const tab = crypto.randomUUID()
    const left = new AbortController()
    const channel = openChannel()
    /** Null while another tab reads the feed, or until it is connected. */
    let connection: Connection | null = null
    const send = (message: TabMessage) => channel.postMessage(message)
    channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
      if (data.type === 'notice') listener.onNotice(data.notice)
      else if (data.type === 'connection') listener.onConnection(data.connection)
      else if (data.type === 'welcome' && data.tab === tab) listener.onConnection(data.connection)
      else if (data.type === 'joined' && connection !== null) send({ type: 'welcome', tab: data.tab, connection })
    })
    const lead = () =>
      new Promise<void>(resolve => {
        const unsubscribe = subscribe({
          onNotice: notice => {
            send({ type: 'notice', notice })
            listener.onNotice(notice)
          },
          onConnection: next => {
            connection = next
            send({ type: 'connection', connection })
            listener.onConnection(next)
          },
        })
        left.signal.addEventListener('abort', () => {
          unsubscribe()
          resolve()
        })
      })
    send({ type: 'joined', tab })
    locks.request(lockName, { signal: left.signal }, lead).catch(error => {
      // Whoever leaves before its turn has come is refused the lock, and wants it no more.
      if (!left.signal.aborted) throw error
    })
    return () => {
      left.abort()
      channel.close()
    }
  }
}

const lockName = 'longhand-feed'
