import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Api } from '../../client/api/api.ts'
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

/** Opens a conversation and keeps it in sync for as long as it is on the screen. Another id opens another one. */
export function useConversation(id: string): OpenConversation {
  const { api, live, run } = useLonghand()
  const [opened, setOpened] = useState(() => openConversation(id, api))
  if (opened.id !== id || opened.api !== api) setOpened(openConversation(id, api))
  const { store, drafts, sync } = opened
  const [failed, setFailed] = useState<{ readonly sync: ConversationSync; readonly error: Error } | null>(null)
  useEffect(() => {
    sync.open().catch(error => setFailed({ sync, error }))
    const unsubscribe = live.subscribe(event => {
      if (event.type === 'connection') void sync.setConnection(event.connection)
      else if (event.type === 'missed') void sync.catchUp()
      else sync.handleNotice(event.notice, run.current)
    })
    return () => {
      unsubscribe()
      sync.close()
    }
  }, [sync, live, run])
  const screen = useSyncExternalStore(store.subscribe, store.get)
  // A failure belongs to the conversation it happened in.
  const failure = failed?.sync === sync ? failed.error : null
  return { id, screen, sync, dispatch: store.dispatch, drafts, failure }
}

/** The store, drafts and sync of one conversation. */
function openConversation(id: string, api: Api) {
  const store = createScreenStore()
  const drafts = createDrafts(id, window.localStorage)
  const newId = () => crypto.randomUUID()
  const deps = { api, drafts, screen: store.get, dispatch: store.dispatch, now: Date.now, newId }
  return { id, api, store, drafts, sync: new ConversationSync(id, deps) }
}

/** The state of the screen as a store to subscribe to. */
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
