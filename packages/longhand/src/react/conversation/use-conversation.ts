import { useEffect, useState, useSyncExternalStore } from 'react'
import { Following } from '../../client/screen/conversation-sync.ts'
import { draftsOf } from '../../client/screen/drafts.ts'
import { blankScreen, nextScreen, type Screen, type ScreenEvent } from '../../client/screen/screen.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'

export type OpenConversation = {
  readonly id: string
  readonly screen: Screen
  readonly following: Following
  readonly dispatch: (event: ScreenEvent) => void
  readonly drafts: ReturnType<typeof draftsOf>
  /** Why the conversation could not be opened. */
  readonly failure: Error | null
}

/** Opens a conversation and keeps it in step for as long as it is on the screen. */
export function useConversation(id: string): OpenConversation {
  const { api, live, run } = useLonghand()
  const [{ store, drafts, following }] = useState(() => {
    const store = createScreenStore()
    const drafts = draftsOf(id, window.localStorage)
    const around = { api, drafts, screen: store.get, dispatch: store.dispatch }
    const newId = () => crypto.randomUUID()
    return { store, drafts, following: new Following(id, { ...around, now: Date.now, newId }) }
  })
  const [failure, setFailure] = useState<Error | null>(null)
  useEffect(() => {
    following.open().catch(setFailure)
    const leave = live.subscribe(event => {
      if (event.type === 'link') void following.link(event.link)
      else following.hear(event.notice, run.current)
    })
    return () => {
      leave()
      following.close()
    }
  }, [following, live, run])
  const screen = useSyncExternalStore(store.subscribe, store.get)
  return { id, screen, following, dispatch: store.dispatch, drafts, failure }
}

/** The screen as something to subscribe to. */
function createScreenStore() {
  let screen = blankScreen
  const listeners = new Set<() => void>()
  return {
    get: (): Screen => screen,
    dispatch: (event: ScreenEvent): void => {
      screen = nextScreen(screen, event)
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
