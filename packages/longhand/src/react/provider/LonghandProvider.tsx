import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type Api, createApi } from '../../client/api/api.ts'
import type { LiveNotice } from '../../client/api/contract.ts'
import { subscribeToLiveFeed } from '../../client/api/live-feed.ts'

/** What all screens share: the server, its live feed, and navigation. */
export type LonghandContext = {
  readonly api: Api
  readonly navigate: (path: string) => void
  readonly live: LiveFeed
  /** The run of this tab, set by the open conversation. */
  readonly run: { current: string | null }
}

export type LiveFeedEvent =
  | { readonly type: 'notice'; readonly notice: LiveNotice }
  | { readonly type: 'connection'; readonly connection: 'online' | 'offline' }
export type LiveFeed = { readonly subscribe: (listener: (event: LiveFeedEvent) => void) => () => void }

type Props = { readonly navigate: (path: string) => void; readonly fetch?: typeof fetch; readonly children: ReactNode }

/** Connects the screens inside it to one server. */
export function LonghandProvider({ navigate, fetch, children }: Props): ReactNode {
  const [{ api, run }] = useState(() => {
    const run: LonghandContext['run'] = { current: null }
    return { run, api: createApi({ run: () => run.current, ...(fetch === undefined ? {} : { fetch }) }) }
  })
  const live = useLiveFeed(api)
  const shared = useMemo(() => ({ api, navigate, live, run }), [api, navigate, live, run])
  return <Context.Provider value={shared}>{children}</Context.Provider>
}

/** The context of the nearest provider. */
export function useLonghand(): LonghandContext {
  const shared = useContext(Context)
  if (shared === null) throw new Error('Wrap the screens of Longhand in a LonghandProvider.')
  return shared
}

const Context = createContext<LonghandContext | null>(null)

/** One connection to the live feed, shared by all subscribers. */
function useLiveFeed(api: Api): LiveFeed {
  const [{ listeners, feed }] = useState(createFeed)
  useEffect(() => {
    const emit = (event: LiveFeedEvent) => {
      for (const listener of listeners) listener(event)
    }
    const listen = () =>
      subscribeToLiveFeed(api, {
        onNotice: notice => emit({ type: 'notice', notice }),
        onConnection: connection => emit({ type: 'connection', connection }),
      })
    let unsubscribe = listen()
    // The server may run on this machine, so only the server knows whether it is reachable.
    const reconnect = () => {
      unsubscribe()
      unsubscribe = listen()
    }
    window.addEventListener('offline', reconnect)
    window.addEventListener('online', reconnect)
    return () => {
      unsubscribe()
      window.removeEventListener('offline', reconnect)
      window.removeEventListener('online', reconnect)
    }
  }, [api, listeners])
  return feed
}

function createFeed() {
  const listeners = new Set<(event: LiveFeedEvent) => void>()
  const subscribe: LiveFeed['subscribe'] = listener => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return { listeners, feed: { subscribe } }
}
