import { type CheckpointRow, formatNumber, formatWhen, texts } from 'longhand/internal/client'
import { clean } from '../../../text/clean.ts'
import { clip, type Line, line, padTo, restyle, type Span, span } from '../../../text/line.ts'
import type { Size } from '../../../text/size.ts'
import { wrap } from '../../../text/wrap.ts'
import * as wording from '../../../words/screens.ts'
import { titleLine } from '../transcript/head-lines.ts'
import { fullPage, type ItemOptions, visibleLines } from './full-page.ts'
import { shownCheckpoints, type TimelineState } from './timeline-state.ts'

/** The checkpoints on a timeline, newest first; the chosen one shows more. */
export function timelineLines(state: TimelineState, size: Size): readonly Line[] {
  const { columns, rows } = size
  const shown = shownCheckpoints(state)
  const items = shown.map((row, at) =>
    itemLines(row, { choice: at === state.chosen ? 'chosen' : 'other', now: state.now, columns }),
  )
  const top = [nowLine(state, columns), connector]
  const body = [
    ...top,
    ...(items.length === 0
      ? emptyLines(state, columns)
      : visibleLines(items, state.chosen, Math.max(1, rows - 5 - top.length))),
  ]
  const title = titleLine(texts.checkpoints, line(span(`${clean(state.title)} `, 'label')), columns)
  return fullPage({ title, body, foot: [promptLine(state)], keys: keysOf(state) }, size)
}

const connector = line(' ', span('│', 'label'))

/** A narrow terminal has no room for tokens and tags. */
const isNarrow = (columns: number): boolean => columns < 60
const labelColumns = (columns: number): number => Math.max(8, columns - (isNarrow(columns) ? 21 : 49))

function nowLine({ number, used }: TimelineState, columns: number): Line {
  return line(
    ' ',
    span('●', 'you'),
    ' ',
    ...padTo(line(span(texts.now, 'strong')), labelColumns(columns)),
    ' '.repeat(10),
    placeSpan(number, used, columns),
  )
}

function itemLines(row: CheckpointRow, { choice, now, columns }: ItemOptions): readonly Line[] {
  const words = line(
    ...padTo(line(span(clean(row.label), row.kind === 'manual' ? 'strong' : 'plain')), labelColumns(columns)),
    formatWhen(row.at, now).padEnd(10),
    placeSpan(row.number, row.used, columns),
    '  ',
    isNarrow(columns) ? '' : tagsOf(row),
  )
  const head = line(' ', dots[row.kind], ' ', ...words)
  if (choice === 'other') return [head, connector]
  const more = [
    row.model,
    `${row.number} messages`,
    row.compaction === 0 ? wording.notCondensed : wording.summaryNumber(row.compaction),
  ]
  return [
    restyle(padTo(head, columns), 'chosen'),
    line(...connector, '   ', span(clean(more.join(' · ')), 'label')),
    line(
      ...connector,
      '   ',
      span(wording.keys.resumeFromHere, 'strong'),
      span(`   ${wording.keys.renameOrRemove}`, 'label'),
    ),
    connector,
  ]
}

const placeSpan = (number: number, used: number, columns: number): Span =>
  span(`¶ ${String(number).padEnd(4)}${isNarrow(columns) ? '' : `${formatNumber(used).padStart(8)} tokens`}`, 'label')

function tagsOf({ kind, tags }: CheckpointRow): Span {
  if (kind === 'manual') return span([texts.savedByYou, ...tags].join(', '), 'you')
  return tags.length === 0
    ? span(texts.automatic, 'label')
    : span(clean(tags.join(', ')), tags.includes('decision') ? 'yellow' : 'you')
}

const dots: Readonly<Record<CheckpointRow['kind'], Span>> = {
  manual: span('●', 'you'),
  automatic: span('○', 'label'),
  'before-compaction': span('◇', 'you'),
  'before-restore': span('◇', 'you'),
}

const emptyLines = ({ checkpoints }: TimelineState, columns: number): readonly Line[] =>
  wrap(line(span(checkpoints.length === 0 ? wording.noCheckpoints : wording.noneOfThisKind, 'label')), columns - 4).map(
    row => line(' ', ...row),
  )

function promptLine({ prompt, search, filter }: TimelineState): Line {
  switch (prompt.type) {
    case 'search':
      return line(span(wording.searchLabel, 'label'), search)
    case 'label':
      return line(span(wording.labelLabel, 'label'), prompt.text)
    case 'confirm':
      return clip(line(' ', span(clean(prompt.sentence), 'yellow')), 400)
    case 'nothing':
      return line(span(` ${filter === 'all' ? wording.checkpointHint : wording.shown(filter)}`, 'label'))
  }
}

/** The position of the terminal's cursor while something is typed. */
export function timelineCursor(
  { prompt, search }: TimelineState,
  rows: number,
): { readonly x: number; readonly y: number } | undefined {
  if (prompt.type === 'search') return { x: 9 + search.length, y: rows - 2 }
  return prompt.type === 'label' ? { x: 8 + prompt.text.length, y: rows - 2 } : undefined
}

function keysOf({ prompt }: TimelineState): readonly string[] {
  if (prompt.type === 'confirm') return [wording.keys.resumeAnyway, wording.keys.cancel]
  if (prompt.type !== 'nothing') return [wording.keys.done, wording.keys.cancel]
  return [wording.keys.choose, wording.keys.resume, wording.keys.search, wording.keys.kinds, wording.keys.back]
}
