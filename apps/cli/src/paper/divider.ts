import {
  type Divider,
  dividerMeta,
  dividerTitle,
  duration,
  money,
  paragraphs,
  type SummaryItem,
  summarySections,
} from 'longhand/client'
import { clean } from '../text/clean.ts'
import { fit, type Line, line, span, spread } from '../text/line.ts'
import { crossing, type Layout, textColumns, withMargin } from './layout.ts'

/** Where a compaction folded what is above: what it saved and kept, and on request what it kept of it. */
export function dividerLines(divider: Divider, layout: Layout): readonly Line[] {
  const { entry, state } = divider
  const title = entry.receipt === undefined ? 'Context condensed' : dividerTitle(entry.receipt)
  const open = layout.dividers === 'open' && state === 'standing'
  const body = [metaLine(divider), ...(open ? keptLines(entry, layout) : [])]
  return [
    crossing(state === 'undone' ? `${title}, undone` : title, layout),
    ...withMargin(body, [], 'shown', layout),
    ...(open ? [crossing('', layout)] : []),
  ]
}

function metaLine({ entry: { receipt, edits }, state }: Divider): Line {
  const edited = edits === null ? [] : ['edited by you']
  const figures =
    receipt === undefined ? [] : [dividerMeta(receipt), duration(receipt.durationMs), ...costOf(receipt.cost)]
  const keys = state === 'undone' ? '/redo' : state === 'standing' ? '^O more' : ''
  return line(span([...figures, ...edited].join(' · '), 'label'), span(keys === '' ? '' : `   ${keys}`, 'label'))
}

const costOf = (cost: number | null): readonly string[] => (cost === null ? [] : [money(cost)])

function keptLines({ folds }: Divider['entry'], layout: Layout): readonly Line[] {
  const text = folds.flatMap(fold => (fold.type === 'trim' ? [] : [fold.text])).join('\n\n')
  const lines = summarySections(clean(text)).flatMap(({ name, items }) => {
    const shown = items.slice(0, mostItems).map((item, at) => itemLine(item, at === 0 ? titles[name] : '', layout))
    const more = items.length - shown.length
    return more > 0 ? [...shown, line(' '.repeat(labelColumns), span(`and ${more} more: /summary`, 'label'))] : shown
  })
  return [...lines, line(span('/undo   /summary   ^V what the model sees   ^O close', 'label'))]
}

/** More of one kind than this is for the page of the summary. */
const mostItems = 5

const labelColumns = 12

function itemLine({ text, numbers }: SummaryItem, title: string, layout: Layout): Line {
  const [first = ''] = text.split('\n')
  const left = line(...fit(line(span(title, 'strong')), labelColumns), first.replaceAll('`', ''))
  const right = numbers.length === 0 ? line() : line(' ', span(paragraphs(numbers), 'you'))
  return spread(left, right, textColumns(layout))
}

const titles = {
  goal: 'Goal',
  constraints: 'Constraints',
  decisions: 'Decisions',
  files: 'Files',
  code: 'Code',
  errors: 'Errors',
  commands: 'Commands',
  state: 'State',
  next: 'Next',
  questions: 'Questions',
  record: 'Record',
} as const
