import { useEffect, useState, useSyncExternalStore } from 'react'
import { ConversationSync } from '../../client/screen/conversation-sync.ts'
import { createDrafts } from '../../client/screen/drafts.ts'
import { initialScreen, reduceScreen, type ScreenEvent, type ScreenState } from '../../client/screen/screen.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'

export type OpenConversation = {
  readonly id: string
  readonly screen: ScreenState
  readonly sync: ConversationSync
  readonly dispatch: (event: ScreenEvent) => void
  readonly drafts: ReturnType<typeof createDrafts>
  /** Why the conversation could not be opened. */
  readonly failure: Error | null
}

/** Opens a conversation and keeps it in step for as long as it is on the screen. */
export function useConversation(id: string): OpenConversation {
  const { api, live, run } = useLonghand()
  const [{ store, drafts, sync }] = useState(() => {
    const store = createScreenStore()
    const drafts = createDrafts(id, window.localStorage)
    const around = { api, drafts, screen: store.get, dispatch: store.dispatch }
    const newId = () => crypto.randomUUID()
    return { store, drafts, sync: new ConversationSync(id, { ...around, now: Date.now, newId }) }
  })
  const [failure, setFailure] = useState<Error | null>(null)
  useEffect(() => {
    sync.open().catch(setFailure)
    const leave = live.subscribe(event => {
      if (event.type === 'link') void sync.setConnection(event.link)
      else sync.handleNotice(event.notice, run.current)
    })
    return () => {
      leave()
      sync.close()
    }
  }, [sync, live, run])
  const screen = useSyncExternalStore(store.subscribe, store.get)
  return { id, screen, sync, dispatch: store.dispatch, drafts, failure }
}

/** The screen as something to subscribe to. */
function createScreenStore() {
  let screen = initialScreen
  const listeners = new Set<() => void>()
  return {
    get: (): ScreenState => screen,
    dispatch: (event: ScreenEvent): void => {
      screen = reduceScreen(screen, event)
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
