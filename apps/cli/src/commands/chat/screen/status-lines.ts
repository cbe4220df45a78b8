import {
  formatElapsed,
  offlineModel,
  type Receipt,
  type StatusLine,
  type StatusLineAction,
} from 'longhand/internal/client'
import { clean } from '../../../text/clean.ts'
import { clip, type Line, line, type Style, span } from '../../../text/line.ts'
import { wrap } from '../../../text/wrap.ts'
import * as wording from '../../../words/screens.ts'
import { receiptText } from '../compact-text.ts'

/** The status line, and the keys for its actions. */
export function statusLineRows(status: StatusLine, now: number, columns: number): readonly Line[] {
  if (status.receipt !== undefined) return [...receiptLines(status.receipt), ...warningLines(status, columns)]
  const style = styles[status.tone]
  const since = status.since === undefined ? '' : ` ${formatElapsed(now - Date.parse(status.since))}`
  const hints = status.actions.flatMap(({ type, number }) => (type === 'trim' ? `/trim ${number}` : (keys[type] ?? [])))
  const words = line(
    span(icons[status.icon] ?? '·', style),
    ' ',
    span(`${clean(status.title)}${since}`, style === 'label' ? 'plain' : style),
    span(status.detail === '' ? '' : `   ${clean(status.detail)}`, 'label'),
    span(hints.length === 0 ? '' : `   ${hints.join('   ')}`, 'label'),
  )
  const [first = [], ...more] = wrap(words, Math.max(10, columns - 2))
  const rest =
    more.length > maxLines ? [...more.slice(0, maxLines - 1), clip(more.slice(maxLines - 1).flat(), columns - 4)] : more
  return [line(' ', ...first), ...rest.map(row => line('   ', ...row))]
}

const maxLines = 3

/** F1 what a compaction is to be warned of; the status line of one that went well is green. */
const warningLines = ({ tone, detail }: StatusLine, columns: number): readonly Line[] =>
  tone === 'yellow'
    ? wrap(line(span(`! ${detail}`, 'yellow')), Math.max(10, columns - 4)).map(row => line('   ', ...row))
    : []

function receiptLines(receipt: Receipt): readonly Line[] {
  const [title, tokens] = receiptText(receipt)
  return [
    line(' ', span(title.slice(0, 1), 'green'), title.slice(1)),
    line(` ${tokens}`, span(`   ${wording.keys.whatWasKept}   /undo`, 'label')),
  ]
}

const styles: Readonly<Record<StatusLine['tone'], Style>> = {
  red: 'red',
  yellow: 'yellow',
  blue: 'you',
  green: 'green',
  plain: 'label',
}

const icons: Partial<Readonly<Record<StatusLine['icon'], string>>> = {
  writing: '∿',
  warning: '!',
  check: '✓',
  flag: '●',
  lock: '┃',
}

/** The keys for the actions of a status line; those for stopping and cancelling are in the footer. */
const keys: Partial<Readonly<Record<StatusLineAction['type'], string>>> = {
  undo: '/undo',
  redo: '/redo',
  look: wording.keys.whatWasKept,
  retry: wording.keys.retry,
  compact: '/compact',
  preview: '/compact --preview',
  refresh: wording.keys.refresh,
  branches: wording.keys.branches,
  return: wording.keys.branches,
  'send-again': wording.keys.tryNow,
  'use-offline': `/model ${offlineModel}`,
}
