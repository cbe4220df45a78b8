import {
  formatElapsed,
  formatNumber,
  pluralize,
  type Receipt,
  type StatusLine,
  type StatusLineAction,
} from 'longhand/internal/client'
import { clean } from '../../../text/clean.ts'
import { clip, type Line, line, type Style, span } from '../../../text/line.ts'
import { wrap } from '../../../text/wrap.ts'

/** The one thing worth saying now, and the keys for what can be done about it. */
export function stripLines(strip: StatusLine, now: number, columns: number): readonly Line[] {
  if (strip.receipt !== undefined) return receiptLines(strip.receipt)
  const style = inks[strip.tone]
  const since = strip.since === undefined ? '' : ` ${formatElapsed(now - Date.parse(strip.since))}`
  const ways = strip.actions.flatMap(({ type }) => keys[type] ?? [])
  const words = line(
    span(signs[strip.icon] ?? '·', style),
    ' ',
    span(`${clean(strip.title)}${since}`, style === 'label' ? 'plain' : style),
    span(strip.detail === '' ? '' : `   ${clean(strip.detail)}`, 'label'),
    span(ways.length === 0 ? '' : `   ${ways.join('   ')}`, 'label'),
  )
  const [first = [], ...more] = wrap(words, Math.max(10, columns - 2))
  const rest =
    more.length > maxLines ? [...more.slice(0, maxLines - 1), clip(more.slice(maxLines - 1).flat(), columns - 4)] : more
  return [line(' ', ...first), ...rest.map(row => line('   ', ...row))]
}

const maxLines = 3

/** What became of `/compact`, in the words that scripts and people know. */
export function receiptLines({ folded, before, after }: Receipt): readonly Line[] {
  return [
    line(' ', span('✓', 'green'), ` Compacted ${pluralize(folded, 'message')}`),
    line(
      `   Tokens: ${formatNumber(before)} → ${formatNumber(after)} (saved ${formatNumber(before - after)})`,
      span('   ^O what was kept   /undo', 'label'),
    ),
  ]
}

const inks: Readonly<Record<StatusLine['tone'], Style>> = {
  red: 'red',
  yellow: 'yellow',
  blue: 'you',
  green: 'green',
  plain: 'label',
}

const signs: Partial<Readonly<Record<StatusLine['icon'], string>>> = {
  writing: '∿',
  warning: '!',
  check: '✓',
  flag: '●',
  lock: '┃',
}

/** How a terminal does what a strip offers; stopping and cancelling stand among the keys below. */
const keys: Partial<Readonly<Record<StatusLineAction['type'], string>>> = {
  undo: '/undo',
  redo: '/redo',
  look: '^O what was kept',
  retry: '^R retry',
  continue: '^G continue',
  compact: '/compact',
  preview: '/compact --preview',
  refresh: '^R refresh',
  branches: '^B branches',
  return: '^B branches',
  'send-again': '^R try now',
}
