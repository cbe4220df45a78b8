import { initialScreen, reduceScreen, type ScreenEvent, type ScreenState } from 'longhand/internal/client'
import type { Terminal } from '../screen/terminal.ts'
import { type ChatState, newChatState, withScrollback } from './chat-state.ts'
import { withReach } from './live-area.ts'

/** The state of an open conversation: events and keys change it, React renders it. */
export type ChatStore = {
  readonly get: () => ChatState
  /** The newest screen, also before it is drawn. */
  readonly screen: () => ScreenState
  readonly subscribe: (listener: () => void) => () => void
  /** Applies an event; it is drawn with the next frame. */
  readonly dispatch: (event: ScreenEvent) => void
  /** Applies a change by a key; it is drawn at once. */
  readonly change: (change: (state: ChatState) => ChatState) => void
  /** Stops drawing while a page is in front, and starts again with everything reprinted. */
  readonly pause: () => void
  readonly resume: () => void
  readonly redraw: () => void
  readonly close: () => void
}

/** Frames of a stream: enough to look smooth, few enough that keys are never late. */
const frameMs = 40

export function createChatStore(terminal: Terminal, now: () => number): ChatStore {
  const listeners = new Set<() => void>()
  let screen = initialScreen
  let state = newChatState(screen, terminal.size(), now())
  let covered = false
  let timer: NodeJS.Timeout | null = null

  const show = (next: ChatState, mode: 'append' | 'restart' = 'append') => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (covered) {
      state = { ...next, screen }
      return
    }
    const drawn = withReach(withScrollback({ ...next, screen, now: now() }, mode))
    if (drawn.scrollback !== null && drawn.scrollback.number !== state.scrollback?.number)
      drawn.scrollback.number === 1 ? terminal.startBelow(drawn.scrollback.above) : terminal.clear()
    state = drawn
    for (const listener of listeners) listener()
  }

  return {
    get: () => state,
    screen: () => screen,
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    dispatch: event => {
      screen = reduceScreen(screen, event)
      timer ??= setTimeout(() => show(state), frameMs)
    },
    change: change => show(change(state)),
    pause: () => {
      covered = true
    },
    resume: () => {
      covered = false
      show(state, 'restart')
    },
    redraw: () => {
      const { columns, rows } = terminal.size()
      show({ ...state, rows, layout: { ...state.layout, columns } }, 'restart')
    },
    close: () => {
      if (timer !== null) clearTimeout(timer)
      listeners.clear()
    },
  }
}
