import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useMemo, useState } from 'react'
import { type Api, createApi } from '../../client/api/api.ts'
import type { LiveNotice } from '../../client/api/contract.ts'
import { createDrafts } from '../../client/screen/drafts.ts'
import { signedInFetch } from '../sign-in/signed-in-fetch.ts'
import { subscribeInBrowser } from './browser-feed.ts'
import { type Renderers, RenderersContext } from './renderers.ts'

/** What all screens share: the server, its live feed, and navigation. */
export type LonghandContext = {
  readonly api: Api
  readonly navigate: (path: string) => void
  readonly live: LiveFeed
  /** The run of this tab, set by the open conversation. */
  readonly run: { current: string | null }
  /** Ends the session of this browser; null if the app around the screens handles sign-in. */
  readonly signOut: (() => Promise<void>) | null
}

export type LiveFeedEvent =
  | { readonly type: 'notice'; readonly notice: LiveNotice }
  | { readonly type: 'connection'; readonly connection: 'online' | 'offline' }
  /** Another tab reads the feed now, or this one was put aside: notices may be lost, so load again. */
  | { readonly type: 'missed' }
export type LiveFeed = { readonly subscribe: (listener: (event: LiveFeedEvent) => void) => () => void }

const SignInScreen = lazy(() =>
  import('../sign-in/SignInScreen.tsx').then(({ SignInScreen }) => ({ default: SignInScreen })),
)

type Props = {
  readonly navigate: (path: string) => void
  readonly fetch?: typeof fetch
  readonly renderers?: Renderers
  readonly children: ReactNode
}

/** Connects the screens inside it to one server. */
export function LonghandProvider({ navigate, fetch, renderers = none, children }: Props): ReactNode {
  const [signedOut, setSignedOut] = useState<string | null>(null)
  const [{ api, run }] = useState(() => {
    const run: LonghandContext['run'] = { current: null }
    return { run, api: createApi({ run: () => run.current, fetch: fetch ?? signedInFetch(setSignedOut) }) }
  })
  useEffect(stylePage, [])
  const live = useLiveFeed(api, fetch === undefined ? 'shared' : 'apart')
  const signOut = useMemo(() => (fetch === undefined ? () => endSession(api) : null), [api, fetch])
  const shared = useMemo(() => ({ api, navigate, live, run, signOut }), [api, navigate, live, run, signOut])
  return (
    <Context.Provider value={shared}>
      <RenderersContext.Provider value={renderers}>
        {signedOut === null ? (
          children
        ) : (
          <Suspense>
            <SignInScreen sentence={signedOut} login={api.login} />
          </Suspense>
        )}
      </RenderersContext.Provider>
    </Context.Provider>
  )
}

const none: Renderers = {}

/** What was written on the start screen is not left for the next person. */
async function endSession(api: Api): Promise<void> {
  await api.logout()
  createDrafts('new', window.localStorage).saveText('')
  location.reload()
}

/** The context of the nearest provider. */
export function useLonghand(): LonghandContext {
  const shared = useContext(Context)
  if (shared === null) throw new Error('Wrap the screens of Longhand in a LonghandProvider.')
  return shared
}

/** Whole screens own the page that they stand in, and its styles. Not every renderer has a page. */
function stylePage(): (() => void) | undefined {
  const classList = globalThis.document?.documentElement.classList
  if (classList === undefined || classList.contains('longhand')) return
  classList.add('longhand')
  return () => classList.remove('longhand')
}

const Context = createContext<LonghandContext | null>(null)

/** One live feed for all subscribers of a tab. */
function useLiveFeed(api: Api, tabs: 'shared' | 'apart'): LiveFeed {
  const [{ listeners, feed }] = useState(createFeed)
  useEffect(() => {
    const emit = (event: LiveFeedEvent) => {
      for (const listener of listeners) listener(event)
    }
    let last: 'online' | 'offline' | null = null
    const onConnection = (connection: 'online' | 'offline') => {
      emit(connection === 'online' && last === 'online' ? { type: 'missed' } : { type: 'connection', connection })
      last = connection
    }
    return subscribeInBrowser(api, { onNotice: notice => emit({ type: 'notice', notice }), onConnection }, tabs)
  }, [api, listeners, tabs])
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
