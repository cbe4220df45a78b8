import { type Key, useApp, useCursor, useWindowSize } from 'ink'
import { createElement as h, type ReactNode, useEffect, useRef, useState } from 'react'
import { clean } from '../../../text/clean.ts'
import type { Place } from '../conversation/chat.ts'
import { loadStart, searchStart } from '../start/load-start.ts'
import { searchCursor, startLines } from '../start/start-lines.ts'
import { chosenItem, moveChosen, type StartItem, type StartState } from '../start/start-state.ts'
import type { AppParts } from './app-deps.ts'
import { Lines } from './Lines.ts'
import { useKeys } from './use-keys.ts'

type Props = { readonly parts: AppParts; readonly go: (place: Place) => void }

/** K9 where one begins: what did not close, earlier conversations, a new one. */
export function Start({ parts, go }: Props): ReactNode {
  const { api, wishes } = parts
  const { exit } = useApp()
  const size = useWindowSize()
  const [state, setState] = useState<StartState | null>(null)
  useEffect(() => {
    loadStart(parts).then(setState, exit)
  }, [parts, exit])
  useSearch(parts, state, setState)

  const begin = (sample: 'sample' | 'blank') =>
    void api
      .create({ ...wishes, ...(sample === 'sample' ? { sample: true } : {}) })
      .then(({ id }) => go({ type: 'chat', id }), exit)
  const open = (item: StartItem | null, page: 'checkpoints' | null = null) => {
    if (item === null || item.type === 'sample') return begin(item === null ? 'blank' : 'sample')
    const id =
      item.type === 'recovery'
        ? item.recovery.conversation
        : item.type === 'conversation'
          ? item.row.id
          : item.hit.conversation
    if (item.type === 'recovery') void parts.forget(id)
    go({ type: 'chat', id, ...(page === null ? {} : { page }) })
  }
  const notNow = (now: StartState) => {
    void api.dismissRecovery().catch(() => {})
    void parts.forget(now.recovery!.conversation)
    setState({ ...now, recovery: null, chosen: 0 })
  }
  useKeys((input, key) => {
    if (key.ctrl && input === 'c') return go({ type: 'end' })
    if (state === null) return
    if (key.upArrow || key.downArrow) return setState(moveChosen(state, key.upArrow ? -1 : 1))
    if (key.return) return open(chosenItem(state))
    if (state.typing) return setState(typed(state, input, key))
    if (input.startsWith('/')) return setState({ ...state, typing: true, search: clean(input.slice(1)) })
    if (input === 'n') return state.recovery === null ? begin('blank') : notNow(state)
    if (input === 'c') return open(chosenItem(state), 'checkpoints')
    if (input === 'r' && state.conversations[0]) return go({ type: 'chat', id: state.conversations[0].id })
    if (input === 'q' || key.escape) go({ type: 'end' })
  })
  useCursor().setCursorPosition(state?.typing ? searchCursor(state) : undefined)
  return state === null ? null : h(Lines, { lines: startLines(state, size) })
}

/** Asks the server a moment after the last letter. */
function useSearch(
  parts: AppParts,
  state: StartState | null,
  setState: (change: (state: StartState | null) => StartState | null) => void,
): void {
  const search = state?.search ?? ''
  const asked = useRef('')
  useEffect(() => {
    if (search === asked.current) return
    asked.current = search
    const timer = setTimeout(async () => {
      const found = await searchStart(parts, search).catch(() => null)
      setState(now => (now === null || now.search !== search || found === null ? now : { ...now, ...found, chosen: 0 }))
    }, 150)
    return () => clearTimeout(timer)
  }, [parts, search, setState])
}

function typed(state: StartState, input: string, key: Key): StartState {
  if (key.escape) return { ...state, typing: false, search: '' }
  if (key.backspace) return { ...state, search: state.search.slice(0, -1) }
  return key.ctrl || key.meta ? state : { ...state, search: state.search + clean(input) }
}
