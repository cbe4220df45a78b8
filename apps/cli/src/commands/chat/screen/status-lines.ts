import { elapsed, grouped, plural, type Receipt, type Strip, type StripAction } from 'longhand/client'
import { clean } from '../../../text/clean.ts'
import { clip, type Ink, type Line, line, span } from '../../../text/line.ts'
import { wrap } from '../../../text/wrap.ts'

/** The one thing worth saying now, and the keys for what can be done about it. */
export function stripLines(strip: Strip, now: number, columns: number): readonly Line[] {
  if (strip.receipt !== undefined) return receiptLines(strip.receipt)
  const ink = inks[strip.tone]
  const since = strip.since === undefined ? '' : ` ${elapsed(now - Date.parse(strip.since))}`
  const ways = strip.actions.flatMap(({ act }) => keys[act] ?? [])
  const words = line(
    span(signs[strip.icon] ?? '·', ink),
    ' ',
    span(`${clean(strip.title)}${since}`, ink === 'label' ? 'plain' : ink),
    span(strip.detail === '' ? '' : `   ${clean(strip.detail)}`, 'label'),
    span(ways.length === 0 ? '' : `   ${ways.join('   ')}`, 'label'),
  )
  const [first = [], ...more] = wrap(words, Math.max(10, columns - 2))
  const rest =
    more.length > mostLines
      ? [...more.slice(0, mostLines - 1), clip(more.slice(mostLines - 1).flat(), columns - 4)]
      : more
  return [line(' ', ...first), ...rest.map(row => line('   ', ...row))]
}

const mostLines = 3

/** What became of `/compact`, in the words that scripts and people know. */
export function receiptLines({ folded, before, after }: Receipt): readonly Line[] {
  return [
    line(' ', span('✓', 'green'), ` Compacted ${plural(folded, 'message')}`),
    line(
      `   Tokens: ${grouped(before)} → ${grouped(after)} (saved ${grouped(before - after)})`,
      span('   ^O what was kept   /undo', 'label'),
    ),
  ]
}

const inks: Readonly<Record<Strip['tone'], Ink>> = {
  red: 'red',
  yellow: 'yellow',
  blue: 'you',
  green: 'green',
  plain: 'label',
}

const signs: Partial<Readonly<Record<Strip['icon'], string>>> = {
  writing: '∿',
  warning: '!',
  check: '✓',
  flag: '●',
  lock: '┃',
}

/** How a terminal does what a strip offers; stopping and cancelling stand among the keys below. */
const keys: Partial<Readonly<Record<StripAction['act'], string>>> = {
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
