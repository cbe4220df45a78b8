import { type Key, useApp, useCursor, useWindowSize } from 'ink'
import { createElement as h, type ReactNode, useEffect, useRef, useState } from 'react'
import { clean } from '../../../text/clean.ts'
import type { AppDeps, AppRoute } from '../conversation/chat.ts'
import { loadStart, searchStart } from '../start/load-start.ts'
import { searchCursor, startLines } from '../start/start-lines.ts'
import { chosenItem, moveChosen, type StartItem, type StartState } from '../start/start-state.ts'
import { Lines } from './Lines.ts'
import { useKeys } from './use-keys.ts'

type Props = { readonly deps: AppDeps; readonly navigate: (route: AppRoute) => void }

/** K9 the start screen: recovery, earlier conversations, a new one. */
export function Start({ deps, navigate }: Props): ReactNode {
  const { api, options } = deps
  const { exit } = useApp()
  const size = useWindowSize()
  const [state, setState] = useState<StartState | null>(null)
  useEffect(() => {
    loadStart(deps).then(setState, exit)
  }, [deps, exit])
  useSearch(deps, state, setState)

  const begin = (sample: 'sample' | 'blank') =>
    void api
      .create({ ...options, ...(sample === 'sample' ? { sample: true } : {}) })
      .then(({ id }) => navigate({ type: 'chat', id }), exit)
  const open = (item: StartItem | null, page: 'checkpoints' | null = null) => {
    if (item === null || item.type === 'sample') return begin(item === null ? 'blank' : 'sample')
    const id =
      item.type === 'recovery'
        ? item.recovery.conversation
        : item.type === 'conversation'
          ? item.row.id
          : item.hit.conversation
    if (item.type === 'recovery') deps.forget(id)
    navigate({ type: 'chat', id, ...(page === null ? {} : { page }) })
  }
  const notNow = (now: StartState) => {
    void api.dismissRecovery().catch(() => {})
    deps.forget(now.recovery!.conversation)
    setState({ ...now, recovery: null, chosen: 0 })
  }
  useKeys((input, key) => {
    if (key.ctrl && input === 'c') return navigate({ type: 'end' })
    if (state === null) return
    if (key.upArrow || key.downArrow) return setState(moveChosen(state, key.upArrow ? -1 : 1))
    if (key.return) return open(chosenItem(state))
    if (state.typing) return setState(typed(state, input, key))
    if (input.startsWith('/')) return setState({ ...state, typing: true, search: clean(input.slice(1)) })
    if (input === 'n') return state.recovery === null ? begin('blank') : notNow(state)
    if (input === 'c') return open(chosenItem(state), 'checkpoints')
    if (input === 'r' && state.conversations[0]) return navigate({ type: 'chat', id: state.conversations[0].id })
    if (input === 'q' || key.escape) navigate({ type: 'end' })
  })
  useCursor().setCursorPosition(state?.typing ? searchCursor(state) : undefined)
  return state === null ? null : h(Lines, { lines: startLines(state, size) })
}

/** Searches shortly after the last keystroke. */
function useSearch(
  deps: AppDeps,
  state: StartState | null,
  setState: (change: (state: StartState | null) => StartState | null) => void,
): void {
  const search = state?.search ?? ''
  const asked = useRef('')
  useEffect(() => {
    if (search === asked.current) return
    asked.current = search
    const timer = setTimeout(async () => {
      const found = await searchStart(deps, search).catch(() => null)
      setState(now => (now === null || now.search !== search || found === null ? now : { ...now, ...found, chosen: 0 }))
    }, 150)
    return () => clearTimeout(timer)
  }, [deps, search, setState])
}

function typed(state: StartState, input: string, key: Key): StartState {
  if (key.escape) return { ...state, typing: false, search: '' }
  if (key.backspace) return { ...state, search: state.search.slice(0, -1) }
  return key.ctrl || key.meta ? state : { ...state, search: state.search + clean(input) }
}
