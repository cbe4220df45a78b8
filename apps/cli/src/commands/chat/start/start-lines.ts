import type { ConversationRow } from 'longhand/client'
import {
  formatPercent,
  formatWhen,
  recoveryPlace,
  recoveryTitle,
  type SearchHit,
  texts,
} from 'longhand/internal/client'
import { type FillLevel, levelOf } from 'longhand/internal/core'
import { clean } from '../../../text/clean.ts'
import { clip, justify, type Line, line, padTo, span } from '../../../text/line.ts'
import type { Size } from '../../../text/size.ts'
import * as wording from '../../../words/screens.ts'
import { type ItemOptions, visibleLines } from '../pages/full-page.ts'
import { keyLine } from '../screen/key-line.ts'
import { rule } from '../transcript/layout.ts'
import { type StartItem, type StartState, startItems } from './start-state.ts'

/** K9 the start screen: what did not close, the conversations with the window of each, the search. */
export function startLines(state: StartState, { columns, rows }: Size): readonly Line[] {
  const items = startItems(state)
  const listed = items.filter(({ type }) => type !== 'recovery')
  const chosen = state.chosen - (items.length - listed.length)
  const top = [
    ...headLines(columns),
    ...recoveryLines(state, columns),
    searchLine(state),
    line(),
    columnTitles(columns),
    rule({ columns }),
  ]
  const foot = [
    ...(state.offline ? [line(' ', span(wording.offlineModel, 'label'))] : []),
    rule({ columns }),
    keyLine(keysOf(state), columns),
  ]
  const room = Math.max(1, rows - top.length - foot.length)
  const list = listed.map((item, at) =>
    itemLines(item, { choice: at === chosen ? 'chosen' : 'other', now: state.now, columns }),
  )
  const body =
    list.length === 0
      ? [line(), line('    ', span(emptyWords(state), 'label'))]
      : visibleLines(list, Math.max(0, chosen), room)
  const gap = Array.from({ length: Math.max(0, room - body.length) }, () => line())
  return [...top, ...body.slice(0, room), ...gap, ...foot].map(row => clip(row, columns)).slice(-rows)
}

/** The position of the terminal's cursor while the search is typed. */
export const searchCursor = (state: StartState): { readonly x: number; readonly y: number } => ({
  x: 9 + state.search.length,
  y: headRows + recoveryLines(state, 80).length,
})

const headRows = 2
const headLines = (columns: number): readonly Line[] => [
  clip(line(' ', span('ℓ', 'you'), ' ', span(texts.longhand, 'strong'), '  ', span(texts.motto, 'label')), columns),
  line(),
]

function recoveryLines({ recovery, chosen }: StartState, columns: number): readonly Line[] {
  if (recovery === null) return []
  const keys = line(
    span(chosen === 0 ? wording.keys.resume : wording.keys.chooseAbove, chosen === 0 ? 'chosen' : 'label'),
    span(`   ${wording.keys.notNow} `, 'label'),
  )
  return [
    line(' ', span('┃', 'you'), ' ', span(clean(recoveryTitle(recovery)), 'strong')),
    line(' ', span('┃', 'you'), ' ', span(clean(recoveryPlace(recovery)), 'label')),
    justify(line(' ', span('┃', 'you'), ' ', span(texts.didNotCloseCleanly, 'label')), keys, columns),
    line(),
  ]
}

const searchLine = ({ search, typing }: StartState): Line =>
  line(span(wording.searchLabel, 'label'), search === '' && !typing ? span('/', 'label') : span(search))

const isWide = (columns: number): boolean => columns >= 60
const tailColumns = 43
const titleColumns = (columns: number): number => Math.max(10, columns - 4 - (isWide(columns) ? tailColumns : 6))

function columnTitles(columns: number): Line {
  const title = padTo(line(span(wording.conversationColumn, 'strong')), titleColumns(columns))
  return isWide(columns)
    ? line('    ', ...title, ' ', span(wording.figureColumns, 'strong'))
    : line('    ', ...title, ' ', span(wording.usedColumn, 'strong'))
}

function itemLines(item: StartItem, place: ItemOptions): readonly Line[] {
  const isChosen = place.choice === 'chosen'
  const mark = isChosen ? ' ›  ' : '    '
  switch (item.type) {
    case 'recovery':
      return []
    case 'conversation':
      return [line(mark, ...rowLine(item.row, place)), ...(isChosen ? previewLines(item.row) : [])]
    case 'hit':
      return [line(mark, ...hitLine(item.hit, place))]
    case 'sample':
      return [line(), line(mark, span(wording.sample, isChosen ? 'you' : 'label'))]
  }
}

function rowLine(row: ConversationRow, { choice, now, columns }: ItemOptions): Line {
  const client = row.client === null ? [] : [span(`  ${clean(row.client)}`, 'label')]
  const words = line(span(clean(row.title), choice === 'chosen' ? 'you' : 'plain'), ...client)
  const title = padTo(words, titleColumns(columns))
  const share = row.window === null ? null : row.used / row.window
  const figure = (share === null ? '–' : formatPercent(share)).padStart(4)
  if (!isWide(columns)) return line(...title, ' ', span(figure, levelOf(share)))
  return line(
    ...title,
    ' ',
    formatWhen(row.updatedAt, now).padEnd(12),
    ...bar(share, levelOf(share)),
    ' ',
    figure,
    String(row.checkpoints).padStart(12),
  )
}

const previewLines = ({ preview }: ConversationRow): readonly Line[] =>
  preview === null ? [] : [line('    ', span(clean(preview.text).replace(/\s+/g, ' '), 'label'))]

function hitLine({ title, number, excerpt }: SearchHit, { choice }: ItemOptions): Line {
  const words = clean(excerpt).replace(/\s+/g, ' ')
  return line(
    span(`¶ ${number} `, 'you'),
    ...clip(line(span(clean(title), choice === 'chosen' ? 'you' : 'plain')), 30),
    span(`  ${words}`, 'label'),
  )
}

function bar(share: number | null, level: FillLevel): Line {
  const filled = Math.min(10, Math.round((share ?? 0) * 10))
  return line(span('█'.repeat(filled), level), span('░'.repeat(10 - filled), 'label'))
}

const emptyWords = ({ search }: StartState): string =>
  search === '' ? texts.noConversations : wording.nothingFound(search)

function keysOf({ typing, recovery, chosen }: StartState): readonly string[] {
  if (typing) return [wording.keys.findMatches, wording.keys.choose, wording.keys.close]
  if (recovery !== null && chosen === 0)
    return [
      wording.keys.choose,
      wording.keys.resume,
      wording.keys.showCheckpoints,
      wording.keys.notNow,
      wording.keys.leave,
    ]
  return [
    wording.keys.choose,
    wording.keys.open,
    wording.keys.resumeLatest,
    wording.keys.showCheckpoints,
    wording.keys.startNew,
    wording.keys.leave,
  ]
}
