import { type CommandMenu, currentStatusLine, displayStatus, texts } from 'longhand/internal/client'
import { clip, type Line, line, span } from '../../../text/line.ts'
import { wrap } from '../../../text/wrap.ts'
import * as wording from '../../../words/screens.ts'
import { composerLines, type LinesWithCursor } from '../composer/composer-lines.ts'
import { keyLine } from '../screen/key-line.ts'
import { statusLineRows } from '../screen/status-lines.ts'
import { windowBar } from '../screen/window-bar.ts'
import { rule } from '../transcript/layout.ts'
import { type ChatState, menuOf } from './chat-state.ts'

/** The part of the screen that is redrawn below the printed lines, and the position of the cursor in it. */
export function liveArea(state: ChatState): LinesWithCursor {
  const { layout, rows, composer } = state
  const { columns } = layout
  const written = composerLines(composer, columns, Math.max(1, Math.floor(rows * 0.4)))
  const menu = menuOf(state)
  const middle = [
    ...statusRows(state),
    ...(menu === null ? [] : menuLines(menu, columns, Math.max(1, Math.min(8, rows - 12)))),
    rule({ columns }),
  ]
  const foot = [...bar(state), keyLine(keysOf(state), columns, state.screen.conversation?.model)]
  // Ink keeps the last row of the terminal for itself.
  const fixed = middle.length + written.lines.length + foot.length
  const above = linesAbove(state, Math.max(0, rows - 1 - fixed), fixed)
  const lines = [...above, ...middle, ...written.lines, ...foot].map(row => clip(row, columns))
  return { lines, cursor: { x: written.cursor.x, y: above.length + middle.length + written.cursor.y } }
}

/** The state with the lowest row that was used so far. */
export const withReach = (state: ChatState): ChatState => ({
  ...state,
  reach: Math.max(state.reach, printed(state) + liveArea(state).lines.length),
})

/** The end of what is not settled yet, then empty rows down to the footer. */
function linesAbove(state: ChatState, room: number, foot: number): readonly Line[] {
  const open = room === 0 ? [] : openLines(state).slice(-room)
  const down = Math.max(state.rows - 1, state.reach) - printed(state) - foot
  const gap = Math.max(0, Math.min(room, down) - open.length)
  return [...open, ...Array.from({ length: gap }, () => line())]
}

const printed = ({ scrollback }: ChatState): number =>
  (scrollback?.batches ?? []).reduce((sum, batch) => sum + batch.length, 0)

function openLines({ screen, layout, scrollback, tail }: ChatState): readonly Line[] {
  if (screen.conversation === null) return [line(), line(' ', span(texts.opening, 'label'))]
  if (tail.length > 0 || scrollback === null || scrollback.known.length > 0) return tail
  return wrap(line(span(texts.blankPage, 'label')), layout.columns - 2).map(row => line(' ', ...row))
}

function statusRows({ screen, now, layout }: ChatState): readonly Line[] {
  const status = currentStatusLine(screen)
  return status === null ? [] : statusLineRows(status, now, layout.columns)
}

/** The commands that match what is typed, scrolled to the chosen one. */
function menuLines({ options, selected }: CommandMenu, columns: number, max: number): readonly Line[] {
  const from = Math.max(0, Math.min(selected - max + 1, options.length - max))
  return options.slice(from, from + max).map(({ name, description }, at) => {
    const isChosen = from + at === selected
    const command = span(`/${name}`.padEnd(16), isChosen ? 'you' : 'plain')
    return clip(line(` ${isChosen ? '›' : ' '} `, command, span(description, 'label')), columns)
  })
}

function bar({ screen, layout }: ChatState): readonly Line[] {
  const status = displayStatus(screen)
  if (screen.conversation === null || status === null) return [line()]
  const { automatic, threshold } = screen.conversation.policy
  return [windowBar(status, automatic === 'on' ? threshold.share : null, layout.columns)]
}

function keysOf(state: ChatState): readonly string[] {
  if (menuOf(state) !== null) return [wording.keys.choose, wording.keys.complete, wording.keys.run, wording.keys.close]
  const { screen } = state
  const esc = screen.conversation?.compacting
    ? wording.keys.cancel
    : screen.answer !== null
      ? wording.keys.stop
      : wording.keys.quit
  return [wording.keys.commands, wording.keys.checkpoints, wording.keys.modelView, esc]
}
