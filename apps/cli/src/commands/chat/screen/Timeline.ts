import { type Key, useCursor, useWindowSize } from 'ink'
import { createElement as h, type ReactNode, useState } from 'react'
import { clean } from '../../../text/clean.ts'
import type { Chat } from '../conversation/chat.ts'
import { restoreCheckpoint } from '../conversation/restore.ts'
import { timelineCursor, timelineLines } from '../pages/timeline-lines.ts'
import {
  chosenCheckpoint,
  nextFilter,
  shownCheckpoints,
  type TimelinePrompt,
  type TimelineState,
} from '../pages/timeline-state.ts'
import { Lines } from './Lines.ts'
import { useKeys } from './use-keys.ts'

type Props = { readonly chat: Chat; readonly first: TimelineState; readonly back: () => void }

/** K9 the checkpoints of a conversation: restore, rename or remove one. */
export function Timeline({ chat, first, back }: Props): ReactNode {
  const size = useWindowSize()
  const [state, setState] = useState(first)
  const { prompt } = state
  const { api, id } = chat.deps
  const ask = (next: TimelinePrompt) => setState({ ...state, prompt: next })
  const chosen = chosenCheckpoint(state)

  const resume = async (confirm: 'ask' | 'confirmed') => {
    if (chosen === null) return
    const restored = await restoreCheckpoint(chat, chosen, confirm)
    if (restored.type === 'confirm') ask(restored)
    else back()
  }
  const reload = async (work: Promise<unknown>) => {
    await chat.sync.run(() => work)
    const checkpoints = await api.checkpoints(id).catch(() => state.checkpoints)
    setState({ ...state, checkpoints, prompt: { type: 'nothing' } })
  }
  const type = (input: string, key: Key) => {
    const text = prompt.type === 'label' ? prompt.text : state.search
    const next = key.backspace ? text.slice(0, -1) : key.return ? text : text + clean(input)
    if (key.escape) return setState({ ...state, search: '', prompt: { type: 'nothing' } })
    if (prompt.type === 'search')
      return setState({ ...state, search: next, chosen: 0, ...(key.return ? { prompt: { type: 'nothing' } } : {}) })
    if (key.return && chosen !== null && text.trim() !== '')
      return void reload(api.renameCheckpoint(id, chosen.id, text.trim()))
    ask({ type: 'label', text: next })
  }
  useKeys((input, key) => {
    if (key.ctrl && input === 'c') return back()
    if (prompt.type === 'search' || prompt.type === 'label') return type(input, key)
    if (prompt.type === 'confirm') return input === 'y' ? void resume('confirmed') : ask({ type: 'nothing' })
    if (key.upArrow || key.downArrow) return setState(moved(state, key.upArrow ? -1 : 1))
    if (key.tab) return setState({ ...state, filter: nextFilter(state.filter), chosen: 0 })
    if (key.return) return void resume('ask')
    if (input.startsWith('/'))
      return setState({ ...state, search: clean(input.slice(1)), chosen: 0, prompt: { type: 'search' } })
    if (input === 'r' && chosen !== null) return ask({ type: 'label', text: chosen.label })
    if (input === 'x' && chosen !== null) return void reload(api.removeCheckpoint(id, chosen.id))
    if (key.escape || input === 'q') back()
  })
  useCursor().setCursorPosition(timelineCursor(state, size.rows))
  return h(Lines, { lines: timelineLines(state, size) })
}

const moved = (state: TimelineState, by: 1 | -1): TimelineState => ({
  ...state,
  chosen: Math.max(0, Math.min(shownCheckpoints(state).length - 1, state.chosen + by)),
})
