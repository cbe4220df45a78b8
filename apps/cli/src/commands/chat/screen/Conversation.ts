import { useApp, usePaste, useWindowSize } from 'ink'
import { createElement as h, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { AppDeps, AppRoute, Chat } from '../conversation/chat.ts'
import { pasted } from '../conversation/composer-edits.ts'
import { createChat } from '../conversation/create-chat.ts'
import { editInEditor } from '../edit-in-editor.ts'
import { openNamedPage } from '../pages/open-page.ts'
import type { Page } from '../pages/page.ts'
import { Branches } from './Branches.ts'
import { ChatScreen } from './ChatScreen.ts'
import { Reader } from './Reader.ts'
import { Timeline } from './Timeline.ts'
import { useKeys } from './use-keys.ts'

type Props = {
  readonly deps: AppDeps
  readonly route: Extract<AppRoute, { type: 'chat' }>
  readonly navigate: (route: AppRoute) => void
}

/** One conversation and the pages in front of it. */
export function Conversation({ deps, route, navigate }: Props): ReactNode {
  const { type: _, page: first, ...opened } = route
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
    const chat: Chat = createChat({ ...deps, ...opened, drafts: deps.draftsOf(route.id), show, back, navigate, edit })
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
  if (page === null) return h(ChatWithKeys, { chat })
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
function ChatWithKeys({ chat }: { readonly chat: Chat }): ReactNode {
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
