import { useApp, usePaste, useWindowSize } from 'ink'
import { createElement as h, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { AppRoute, Chat } from '../conversation/chat.ts'
import { pasted } from '../conversation/composer-edits.ts'
import { createChat } from '../conversation/create-chat.ts'
import { editInEditor } from '../edit-in-editor.ts'
import { openNamedPage } from '../pages/open-page.ts'
import type { Page } from '../pages/page.ts'
import type { AppDeps } from './app-deps.ts'
import { Branches } from './Branches.ts'
import { ChatScreen } from './ChatScreen.ts'
import { Reader } from './Reader.ts'
import { Timeline } from './Timeline.ts'
import { useKeys } from './use-keys.ts'

type Props = {
  readonly deps: AppDeps
  readonly place: Extract<AppRoute, { type: 'chat' }>
  readonly navigate: (place: AppRoute) => void
}

/** One conversation and the pages in front of it. */
export function Conversation({ deps, place, navigate }: Props): ReactNode {
  // A page to begin with.
  const { page: first } = place
  const { suspendTerminal } = useApp()
  const [page, setPage] = useState<Page | null>(null)
  const [chat] = useState(() => {
    const { terminal } = deps
    const show = (next: Page) => {
      chat.store.pause()
      terminal.switchTo('alternate')
      setPage(next)
    }
    const back = () => {
      terminal.switchTo('main')
      chat.store.resume()
      setPage(null)
    }
    const edit = (text: string) => editInEditor(text, suspendTerminal)
    const { page: _, type: __, ...asked } = place
    const chat: Chat = createChat({ ...deps, ...asked, drafts: deps.draftsOf(place.id), show, back, navigate, edit })
    return chat
  })
  useEffect(() => {
    chat
      .open()
      .then(() => (first === undefined ? undefined : openNamedPage(chat, first)))
      .catch((error: Error) => navigate({ type: 'end', error }))
    return () => void chat.close()
  }, [chat, first, navigate])
  useNewSize(chat)
  if (page === null) return h(Desk, { chat })
  const back = chat.deps.back
  switch (page.type) {
    case 'reading':
      return h(Reader, { page, back })
    case 'timeline':
      return h(Timeline, { chat, first: page.state, back })
    case 'branches':
      return h(Branches, { chat, first: page.state, back })
  }
}

/** The chat itself, and its keys. */
function Desk({ chat }: { readonly chat: Chat }): ReactNode {
  const state = useSyncExternalStore(chat.store.subscribe, chat.store.get)
  useKeys(chat.press)
  usePaste(text => chat.write(now => pasted(now, text)))
  return h(ChatScreen, { state })
}

/** A resized terminal starts a new scrollback. */
function useNewSize(chat: Chat): void {
  const { columns, rows } = useWindowSize()
  const known = useRef({ columns, rows })
  useEffect(() => {
    if (known.current.columns === columns && known.current.rows === rows) return
    known.current = { columns, rows }
    chat.store.redraw()
  }, [chat, columns, rows])
}
