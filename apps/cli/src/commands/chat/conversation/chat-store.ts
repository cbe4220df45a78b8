import { initialScreen, reduceScreen, type ScreenEvent, type ScreenState } from 'longhand/internal/client'
import type { Terminal } from '../screen/terminal.ts'
import { type ChatState, newChat, withPaper } from './chat-state.ts'
import { reached } from './live-area.ts'

/** Where the state of an open conversation lives: events and keys change it, React draws it. */
export type Desk = {
  readonly get: () => ChatState
  /** The newest screen, also before it is drawn. */
  readonly screen: () => ScreenState
  readonly subscribe: (listener: () => void) => () => void
  /** Something happened; it is drawn with the next frame. */
  readonly dispatch: (event: ScreenEvent) => void
  /** Something was done by hand; it is drawn at once. */
  readonly change: (change: (state: ChatState) => ChatState) => void
  /** A page lies on the desk, or is taken away: then all is printed anew. */
  readonly cover: () => void
  readonly uncover: () => void
  readonly redraw: () => void
  readonly close: () => void
}

/** Frames of a stream: enough to look smooth, few enough that keys are never late. */
const frameMs = 40

export function createDesk(terminal: Terminal, now: () => number): Desk {
  const listeners = new Set<() => void>()
  let screen = initialScreen
  let state = newChat(screen, terminal.size(), now())
  let covered = false
  let timer: NodeJS.Timeout | null = null

  const show = (next: ChatState, paper: 'same' | 'new' = 'same') => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (covered) {
      state = { ...next, screen }
      return
    }
    const drawn = reached(withPaper({ ...next, screen, now: now() }, paper))
    if (drawn.sheet !== null && drawn.sheet.number !== state.sheet?.number)
      drawn.sheet.number === 1 ? terminal.begin(drawn.sheet.above) : terminal.clear()
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
    cover: () => {
      covered = true
    },
    uncover: () => {
      covered = false
      show(state, 'new')
    },
    redraw: () => {
      const { columns, rows } = terminal.size()
      show({ ...state, rows, layout: { ...state.layout, columns } }, 'new')
    },
    close: () => {
      if (timer !== null) clearTimeout(timer)
      listeners.clear()
    },
  }
}
