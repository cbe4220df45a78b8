import { warningSentence } from 'longhand'
import {
  type Divider,
  dividerMeta,
  dividerTitle,
  formatDuration,
  formatMessageNumbers,
  formatMoney,
  type SummaryItem,
  sectionLabels,
  summarySections,
  texts,
} from 'longhand/internal/client'
import { clean } from '../../../text/clean.ts'
import { justify, type Line, line, padTo, type Span, span } from '../../../text/line.ts'
import { wrap } from '../../../text/wrap.ts'
import * as wording from '../../../words/screens.ts'
import { crossing, type Layout, textColumns, withMargin } from './layout.ts'

/** Where a compaction folded what is above it: what it saved and kept. */
export function dividerLines(divider: Divider, layout: Layout): readonly Line[] {
  return [
    crossing(dividerWords(divider), layout),
    ...withMargin(
      [line(...metaSpans(divider), keysOf(divider)), ...warningLines(divider, layout)],
      { mark: 'shown' },
      layout,
    ),
  ]
}

/** The same, opened: what was kept of it, item by item, with where it comes from. */
export function openedDivider(divider: Divider, layout: Layout): readonly Line[] {
  const lines = [line(...metaSpans(divider)), ...warningLines(divider, layout), ...keptLines(divider.entry, layout)]
  return [
    crossing(dividerWords(divider), layout),
    ...withMargin(lines, { mark: 'shown' }, layout),
    crossing('', layout),
  ]
}

function dividerWords({ entry: { receipt }, state }: Divider): string {
  const title = receipt === undefined ? texts.contextCondensed : dividerTitle(receipt)
  return state === 'undone' ? wording.undone(title) : title
}

function metaSpans({ entry: { receipt, edits } }: Divider): Line {
  const figures =
    receipt === undefined ? [] : [dividerMeta(receipt), formatDuration(receipt.durationMs), ...costOf(receipt.cost)]
  return line(span([...figures, ...(edits === null ? [] : [texts.editedByYou])].join(' · '), 'label'))
}

/** F1 why it is less than it was meant to be, unless it is undone or in the person's own words. */
function warningLines({ entry: { receipt, edits }, state }: Divider, layout: Layout): readonly Line[] {
  if (receipt === undefined || receipt.warnings.length === 0 || state === 'undone' || edits !== null) return []
  return wrap(line(span(`! ${warningSentence(receipt)}`, 'yellow')), textColumns(layout))
}

const keysOf = ({ state }: Divider): Span =>
  span(state === 'undone' ? '   /redo' : state === 'active' ? `   ${wording.keys.more}` : '', 'label')

const costOf = (cost: number | null): readonly string[] => (cost === null ? [] : [formatMoney(cost)])

function keptLines({ folds }: Divider['entry'], layout: Layout): readonly Line[] {
  const text = folds.flatMap(fold => (fold.type === 'trim' ? [] : [fold.text])).join('\n\n')
  return summarySections(clean(text)).flatMap(({ name, items }) =>
    items.map((item, at) => itemLine(item, at === 0 ? sectionLabels[name] : '', layout)),
  )
}

const labelColumns = 12

function itemLine({ text, numbers }: SummaryItem, title: string, layout: Layout): Line {
  const [first = ''] = text.split('\n')
  const left = line(...padTo(line(span(title, 'strong')), labelColumns), first.replaceAll('`', ''))
  const right = numbers.length === 0 ? line() : line(' ', span(formatMessageNumbers(numbers), 'you'))
  return justify(left, right, textColumns(layout))
}
