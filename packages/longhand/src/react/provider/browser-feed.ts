import type { Api } from '../../client/api/api.ts'
import { type LiveFeedListener, subscribeToLiveFeed } from '../../client/api/live-feed.ts'
import { pollFeed } from '../../client/api/polled-feed.ts'
import { shareFeed } from './shared-feed.ts'

/**
 * The live feed of a tab, while the tab is there: pages that the browser puts aside for the way back keep no connection.
 * An app that brings its own fetch may have somebody else signed in in each tab, so its tabs share nothing.
 */
export function subscribeInBrowser(api: Api, listener: LiveFeedListener, tabs: 'shared' | 'apart'): () => void {
  const subscribe = tabs === 'apart' ? readFeed(api) : sharedFeed(api)
  let unsubscribe = subscribe(listener)
  let isAway = false
  const leave = () => {
    unsubscribe()
    isAway = true
  }
  const comeBack = () => {
    if (isAway) unsubscribe = subscribe(listener)
    isAway = false
  }
  const events = { pagehide: leave, pageshow: comeBack, freeze: leave, resume: comeBack }
  for (const [name, act] of Object.entries(events)) targetOf(name)?.addEventListener(name, act)
  return () => {
    unsubscribe()
    for (const [name, act] of Object.entries(events)) targetOf(name)?.removeEventListener(name, act)
  }
}

/** A page is told to freeze at its document, to hide at its window. */
const targetOf = (name: string): EventTarget | undefined =>
  name === 'freeze' || name === 'resume' ? globalThis.document : window

/** Web Locks are for secure addresses alone: elsewhere one asks now and then. */
function sharedFeed(api: Api): (listener: LiveFeedListener) => () => void {
  const { locks } = navigator
  if (locks === undefined || globalThis.BroadcastChannel === undefined)
    return listener => pollFeed(api, listener, { isAwake: () => document.visibilityState === 'visible' })
  return shareFeed(readFeed(api), { locks, openChannel: () => new BroadcastChannel('longhand-feed') })
}

/** Reads the server's feed, and tries again at once when the browser says that the network came or went. */
const readFeed = (api: Api) => (listener: LiveFeedListener) => {
  let unsubscribe = subscribeToLiveFeed(api, listener)
  // The server may run on this machine, so only the server knows whether it is reachable.
  const reconnect = () => {
    unsubscribe()
    unsubscribe = subscribeToLiveFeed(api, listener)
  }
  window.addEventListener('offline', reconnect)
  window.addEventListener('online', reconnect)
  return () => {
    unsubscribe()
    window.removeEventListener('offline', reconnect)
    window.removeEventListener('online', reconnect)
  }
}
