import type { ConversationState } from 'longhand/client'
import {
  condensesAt,
  formatMessageNumbers,
  formatNumber,
  formatPrecisePercent,
  texts,
  windowLabel,
} from 'longhand/internal/client'
import type { Breakdown } from 'longhand/internal/core'
import { type Line, line, span } from '../../../text/line.ts'
import * as wording from '../../../words/screens.ts'
import type { ReaderContent } from './reader-lines.ts'

/** T7 what fills the window, part by part, and P4 what protection costs. */
export function contextPage({
  status,
  policy,
  protected: protectedExchanges,
}: Pick<ConversationState, 'status' | 'policy' | 'protected'>): ReaderContent {
  const parts = Object.entries(status.breakdown) as [keyof Breakdown, number][]
  const rows: readonly (readonly [string, number])[] = [
    ...parts,
    [texts.reservedForTheAnswer.toLowerCase(), status.reserved],
    ['available', status.available ?? 0],
  ]
  const when = condensesAt(policy, status.window)
  const lines = [
    line(' ', span(`${windowLabel(status)}`, status.level), span(` · ${status.source}`, 'label')),
    line(),
    ...rows.map(([name, tokens]) => rowLine(name, tokens, status.window)),
    line(),
    ...(when === null ? [] : [line(' ', span(when, 'label'))]),
    ...(protectedExchanges.length === 0 ? [] : [line(), line(` ${texts.protectedLargestFirst}`)]),
    ...protectedExchanges.map(({ from, to, count }) =>
      rowLine(`  ${formatMessageNumbers([from, to])}`, count, status.window),
    ),
    ...(protectedExchanges.length === 0 ? [] : [line(' ', span(wording.unprotectHint, 'label'))]),
  ]
  return { title: wording.context, right: '', lines, keys: [] }
}

function rowLine(name: string, tokens: number, window: number | null): Line {
  const share = window === null ? null : tokens / window
  const bar = share === null ? '' : '█'.repeat(Math.round(share * 20))
  return line(
    ' ',
    span(name.padEnd(25), 'label'),
    formatNumber(tokens).padStart(11),
    (share === null ? '' : formatPrecisePercent(share)).padStart(8),
    '  ',
    span(bar, 'label'),
  )
}
