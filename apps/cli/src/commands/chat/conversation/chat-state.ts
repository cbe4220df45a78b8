import { type CommandMenu, commandMenu, displayTitle, type ScreenState } from 'longhand/internal/client'
import type { Line } from '../../../text/line.ts'
import type { Size } from '../../../text/size.ts'
import { type Composer, emptyComposer } from '../composer/composer.ts'
import { headLines } from '../transcript/head-lines.ts'
import type { Layout } from '../transcript/layout.ts'
import { pageLines } from '../transcript/page-lines.ts'
import {
  firstScrollback,
  nextScrollback,
  type RenderedPage,
  restartScrollback,
  type Scrollback,
} from '../transcript/scrollback.ts'

/** All that the terminal shows of one conversation. */
export type ChatState = {
  readonly screen: ScreenState
  readonly composer: Composer
  /** Which option of the command menu is chosen; null when the menu was closed. */
  readonly choice: number | null
  readonly layout: Layout
  readonly rows: number
  /** The current time, for elapsed times on the screen. */
  readonly now: number
  /** What was printed; null until the conversation is loaded. */
  readonly scrollback: Scrollback | null
  /** The end of the page that is not printed yet, because it may still change. */
  readonly tail: readonly Line[]
  /** The number of rows used so far, so that the footer does not jump up when the content shrinks. */
  readonly reach: number
}

export const newChatState = (screen: ScreenState, { columns, rows }: Size, now: number): ChatState =>
  withScrollback({
    screen,
    rows,
    now,
    composer: emptyComposer,
    choice: 0,
    layout: { columns, calls: 'closed' },
    scrollback: null,
    tail: [],
    reach: 0,
  })

/** The state with settled lines added to the scrollback, or with a new one when the terminal was used for something else. */
export function withScrollback(state: ChatState, mode: 'append' | 'restart' = 'append'): ChatState {
  const page = renderedPage(state)
  if (page === null) return state
  const printed = state.scrollback
  const scrollback =
    printed === null
      ? firstScrollback(page)
      : mode === 'restart'
        ? restartScrollback(printed, page)
        : nextScrollback(printed, page)
  const reach = scrollback.number === printed?.number ? state.reach : 0
  return { ...state, scrollback, tail: page.lines.slice(page.settled), reach }
}

function renderedPage({ screen, layout, rows }: ChatState): RenderedPage | null {
  const title = displayTitle(screen)
  if (screen.conversation === null || title === null) return null
  const { lines, settled, divider } = pageLines(screen, layout)
  const newest = screen.entries.findLast(entry => entry.type === 'message')?.number ?? 0
  const head = headLines({ ...screen.conversation, title }, newest, layout.columns)
  return {
    title,
    lines,
    settled,
    divider,
    head,
    room: Math.max(1, rows - head.length - footerRows),
  }
}

/** Rule, composer, bar and keys, and the row below them that Ink needs for itself. */
const footerRows = 5

/** The command menu above the composer, while a command is being typed. */
export function menuOf({ composer, choice }: Pick<ChatState, 'composer' | 'choice'>): CommandMenu | null {
  const menu = choice === null ? null : commandMenu(composer.text)
  return menu === null ? null : { ...menu, selected: Math.min(choice!, menu.options.length - 1) }
}
