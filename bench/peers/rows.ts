import type { Cell } from '../../scripts/table.ts'
import type { Figures } from './figures.ts'
import { installedSize } from './installed.ts'
import type { Library } from './library.ts'

/** A library of the table: measured, or the reason why it could not be. */
export type Row = MeasuredRow | MissingRow

type MeasuredRow = {
  readonly type: 'measured'
  readonly library: Library
  readonly figures: Figures
  readonly importMs: number
  readonly versions: Readonly<Record<string, string>>
}

type MissingRow = { readonly type: 'missing'; readonly library: Library; readonly reason: string }

/** What the table compares, in its order. */
const columns: readonly (readonly [string, (row: MeasuredRow) => Cell])[] = [
  ['library', ({ library }) => library.label],
  ['calls', ({ figures }) => figures.calls],
  ['too long', ({ figures }) => figures.tooLong],
  ['errors', ({ figures }) => figures.errors],
  ['invalid', ({ figures }) => figures.invalid],
  ['newest message missing', ({ figures }) => figures.newestMissing],
  ['newest results cut', ({ figures }) => figures.resultsCut],
  ['first message %', ({ figures }) => percent(figures.first)],
  ['person’s words %', ({ figures }) => percent(figures.typed)],
  ['names %', ({ figures }) => percent(figures.names)],
  ['pairs %', ({ figures }) => percent(figures.pairs)],
  ['lines %', ({ figures }) => percent(figures.lines)],
  ['tokens a late call', ({ figures }) => Math.round(figures.lateTokens)],
  ['input k', ({ figures }) => Math.round(figures.input / 1_000)],
  ['cached %', ({ figures }) => percent(figures.cachedShare)],
  ['cache breaks', ({ figures }) => figures.cacheBreaks],
  ['cost k', ({ figures }) => Math.round(figures.cost / 1_000)],
  [
    'summaries',
    ({ figures }) =>
      figures.summariesRefused === 0
        ? `${figures.summaries}`
        : `${figures.summaries} (${figures.summariesRefused} refused)`,
  ],
  ['waits', ({ figures }) => figures.waits],
  ['seconds waited', ({ figures }) => Math.round(figures.waitSeconds)],
  ['own ms a call', ({ figures }) => Math.round(figures.cpuMs)],
  ['originals kept %', ({ figures }) => percent(figures.historyKept)],
  ['reversible', ({ library }) => library.reversible],
  ['lines to adopt', ({ library }) => library.lines],
  ['packages', ({ library }) => installedSize(library)?.packages ?? '–'],
  ['MB', ({ library }) => Math.round(installedSize(library)?.megabytes ?? Number.NaN) || '–'],
  ['import ms', ({ importMs }) => Math.round(importMs)],
  ['broken off', ({ figures }) => figures.broken],
]

export const head: readonly string[] = columns.map(([name]) => name)

export const row = (measured: MeasuredRow): readonly Cell[] => columns.map(([, figure]) => figure(measured))

export const missingRow = ({ library, reason }: MissingRow): readonly Cell[] => [
  library.label,
  `not measured: ${reason}`,
]

/** The versions that were loaded. */
export function footing(rows: readonly Row[]): string {
  const versions = rows.flatMap(one => (one.type === 'measured' ? Object.entries(one.versions) : []))
  return `\nVersions: ${[...new Set(versions.map(([name, version]) => `${name} ${version}`))].join(', ')}.`
}

const percent = (share: number): number => Math.round(100 * share)
