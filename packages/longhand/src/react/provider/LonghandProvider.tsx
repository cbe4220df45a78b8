import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type Api, createApi } from '../../client/api/api.ts'
import type { LiveNotice } from '../../client/api/contract.ts'
import { subscribeToLiveFeed } from '../../client/api/live-feed.ts'

/** What every screen shares: the server, its live feed, the way to another screen. */
export type Longhand = {
  readonly api: Api
  readonly go: (path: string) => void
  readonly live: Live
  /** The run that this tab is known by, set by the conversation that is open. */
  readonly run: { current: string | null }
}

export type LiveEvent =
  | { readonly type: 'notice'; readonly notice: LiveNotice }
  | { readonly type: 'link'; readonly link: 'up' | 'down' }
export type Live = { readonly subscribe: (listener: (event: LiveEvent) => void) => () => void }

type Props = { readonly go: (path: string) => void; readonly fetch?: typeof fetch; readonly children: ReactNode }

/** Connects the screens inside it with one server. */
export function LonghandProvider({ go, fetch, children }: Props): ReactNode {
  const [{ api, run }] = useState(() => {
    const run: Longhand['run'] = { current: null }
    return { run, api: createApi({ run: () => run.current, ...(fetch === undefined ? {} : { fetch }) }) }
  })
  const live = useLive(api)
  const shared = useMemo(() => ({ api, go, live, run }), [api, go, live, run])
  return <Shared value={shared}>{children}</Shared>
}

/** The server and the feed of the nearest provider. */
export function useLonghand(): Longhand {
  const shared = useContext(Shared)
  if (shared === null) throw new Error('Wrap the screens of Longhand in a LonghandProvider.')
  return shared
}

const Shared = createContext<Longhand | null>(null)

/** One connection to the feed for the whole page, whoever listens. */
function useLive(api: Api): Live {
  const [listeners] = useState(() => new Set<(event: LiveEvent) => void>())
  useEffect(() => {
    const tell = (event: LiveEvent) => {
      for (const listener of listeners) listener(event)
    }
    const listen = () =>
      subscribeToLiveFeed(api, {
        onNotice: notice => tell({ type: 'notice', notice }),
        onConnection: link => tell({ type: 'link', link }),
      })
    let deaf = listen()
    // The server may be on this very machine, so it is asked whether it can be reached, and not the browser.
    const askAgain = () => {
      deaf()
      deaf = listen()
    }
    window.addEventListener('offline', askAgain)
    window.addEventListener('online', askAgain)
    return () => {
      deaf()
      window.removeEventListener('offline', askAgain)
      window.removeEventListener('online', askAgain)
    }
  }, [api, listeners])
  return useMemo(
    () => ({
      subscribe: listener => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    }),
    [listeners],
  )
}
