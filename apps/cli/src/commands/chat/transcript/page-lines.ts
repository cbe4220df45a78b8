import {
  buildRows,
  type Card,
  isUnanswered,
  messageBlocks,
  type OutgoingMessage,
  type Row,
  type ScreenState,
} from 'longhand/internal/client'
import { clean } from '../../../text/clean.ts'
import { type Line, line, span } from '../../../text/line.ts'
import * as wording from '../../../words/screens.ts'
import { answerLines, type PartlySettled } from './answer-lines.ts'
import { blockLines } from './block-lines.ts'
import { cardLines, markOf, speaker } from './card-lines.ts'
import { dividerLines } from './divider-lines.ts'
import { type Layout, type Mark, textColumns, withMargin } from './layout.ts'
import { plainProse } from './prose.ts'

/** The lines of a page, and which of them is the divider of the active compaction. */
type PageLines = PartlySettled & { readonly divider: { readonly key: string; readonly line: number } | null }

/** The conversation as lines, from the oldest loaded message to the answer being written. */
export function pageLines(screen: ScreenState, layout: Layout): PageLines {
  const rows = buildRows(screen)
  const stored: Line[] = []
  let divider: PageLines['divider'] = null
  for (const [at, row] of rows.entries()) {
    for (const one of gapLines(rows[at - 1], row, layout)) stored.push(one)
    if (row.type === 'divider' && row.state === 'active') divider = { key: row.key, line: stored.length }
    for (const one of rowLines(row, layout)) stored.push(one)
  }
  const sent = screen.outgoing.flatMap((message, at) => outgoingLines(message, lastNumber(screen) + at + 1, layout))
  const answer = answerPart(screen, rows.at(-1), layout)
  const open = openCalls(screen, rows.at(-1), layout)
  const settled = stored.length - open + (sent.length + open === 0 ? answer.settled : 0)
  return { lines: [...stored, ...sent, ...answer.lines, ...unansweredLines(screen, layout)], settled, divider }
}

/** What is said below a message that nobody answers. It is not settled: the next try takes it away. */
const unansweredLines = (screen: ScreenState, layout: Layout): readonly Line[] =>
  isUnanswered(screen)
    ? withMargin(
        [line(span(wording.notAnswered, 'yellow'), span(`  ${wording.keys.retry}`, 'label'))],
        { mark: 'shown' },
        layout,
      )
    : []

/** How many lines of tool calls end the last card: while its answer continues, the next call may join them. */
function openCalls({ answer }: ScreenState, last: Row | undefined, layout: Layout): number {
  if (answer === null || last?.type !== 'card' || last.author !== 'model' || answer.parts[0]?.type === 'text') return 0
  const block = messageBlocks(last.entries).at(-1)
  return block?.type === 'calls' ? blockLines(block, 'model', layout).length : 0
}

function rowLines(row: Row, layout: Layout): readonly Line[] {
  return row.type === 'card' ? cached(row, layout) : dividerLines(row, layout)
}

/** Entries never change, so neither do the lines of a card that holds the same ones in the same state. */
function cached(card: Card, layout: Layout): readonly Line[] {
  const last = card.entries.at(-1)!
  const stamp = [card.entries.length, card.state, card.protection, layout.columns, layout.calls].join()
  const known = lines.get(last)
  if (known?.stamp === stamp) return known.lines
  const made = cardLines(card, layout)
  lines.set(last, { stamp, lines: made })
  return made
}

const lines = new WeakMap<object, { readonly stamp: string; readonly lines: readonly Line[] }>()

/** The gap between two cards; there is none around a divider. */
function gapLines(before: Row | undefined, row: Row, layout: Layout): readonly Line[] {
  if (before === undefined || before.type === 'divider' || row.type === 'divider') return []
  const [above, below] = [markOf(before), markOf(row)]
  return gap(above === below ? above : 'shown', layout)
}

const gap = (mark: Mark, layout: Layout): readonly Line[] => withMargin([line()], { mark }, layout)

function outgoingLines({ text, state }: OutgoingMessage, number: number, layout: Layout): readonly Line[] {
  const notes = [span(speaker(number, 'you'), 'you')]
  const waiting = state === 'queued' ? [line(span(wording.waitingToBeSent, 'label'))] : []
  const body = [...plainProse(clean(text).trimEnd(), textColumns(layout), 'you'), ...waiting]
  return [...gap('shown', layout), ...withMargin(body, { mark: 'shown', notes }, layout)]
}

function answerPart(screen: ScreenState, last: Row | undefined, layout: Layout): PartlySettled {
  const { answer, conversation, outgoing } = screen
  if (answer === null) return { lines: [], settled: 0 }
  const goesOn = last?.type === 'card' && last.author === 'model' && outgoing.length === 0
  if (goesOn) return answerLines(answer, null, layout)
  const number = lastNumber(screen) + outgoing.length + 1
  const { lines, settled } = answerLines(answer, speaker(number, 'model', conversation?.model), layout)
  const above = gap('shown', layout)
  return { lines: [...above, ...lines], settled: settled === 0 ? 0 : settled + above.length }
}

const lastNumber = ({ entries }: ScreenState): number =>
  entries.findLast(entry => entry.type === 'message')?.number ?? 0
