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
  /** The time, as far as the screen shows it running. */
  readonly now: number
  /** What is printed; null until the conversation is read. */
  readonly scrollback: Scrollback | null
  /** The end of the page that is not printed, because it may still change. */
  readonly tail: readonly Line[]
  /** How many rows from the top of the scrollback were ever used: the foot of the screen does not jump up when it shrinks. */
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

/** The state with what is settled on paper; on a new scrollback when the terminal was used for something else. */
export function withScrollback(state: ChatState, paper: 'same' | 'new' = 'same'): ChatState {
  const page = renderedPage(state)
  if (page === null) return state
  const printed = state.scrollback
  const scrollback =
    printed === null
      ? firstScrollback(page)
      : paper === 'new'
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

/** The command menu over the composer, when a command is being typed. */
export function menuOf({ composer, choice }: Pick<ChatState, 'composer' | 'choice'>): CommandMenu | null {
  const menu = choice === null ? null : commandMenu(composer.text)
  return menu === null ? null : { ...menu, selected: Math.min(choice!, menu.options.length - 1) }
}
