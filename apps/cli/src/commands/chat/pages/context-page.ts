import type { Policy, WindowStatus } from 'longhand'
import { condensesAt, formatNumber, formatPrecisePercent, windowLabel } from 'longhand/internal/client'
import type { Breakdown } from 'longhand/internal/core'
import { type Line, line, span } from '../../../text/line.ts'
import type { ReaderContent } from './reader-lines.ts'

/** T7 what fills the window, part by part. */
export function contextPage(status: WindowStatus, policy: Policy): ReaderContent {
  const parts = Object.entries(status.breakdown) as [keyof Breakdown, number][]
  const rows: readonly (readonly [string, number])[] = [
    ...parts,
    ['reserved for the answer', status.reserved],
    ['available', status.available ?? 0],
  ]
  const when = condensesAt(policy, status.window)
  const lines = [
    line(' ', span(`${windowLabel(status)}`, status.level), span(` · ${status.source}`, 'label')),
    line(),
    ...rows.map(([name, tokens]) => rowLine(name, tokens, status.window)),
    line(),
    ...(when === null ? [] : [line(' ', span(when, 'label'))]),
  ]
  return { title: 'Context', right: '', lines, keys: [] }
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
