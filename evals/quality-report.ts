import { type Column, columns } from './metric/score.ts'
import type { Row } from './quality-judge.ts'
import { methods } from './quality-method.ts'
import type { PrefixRow } from './quality-prefix.ts'
import { type ReceiptRow, receiptTable } from './quality-receipt.ts'
import { markdown, mean, percent } from './quality-table.ts'
import type { Findings } from './quality-worker.ts'

/** What the evaluation found, as means over everything that was compacted. */
export type Report = {
  readonly recordings: number
  readonly lines: readonly ReportLine[]
  readonly prefixes: readonly PrefixRow[]
  readonly receipts: readonly ReceiptRow[]
}

/** One method in one group of equal budgets. */
export type ReportLine = Pick<Row, 'table' | 'group' | 'method' | 'used' | 'ms'> & {
  readonly compactions: number
  readonly scores: Readonly<Record<Column, number | null>>
}

export function reportOf(recordings: number, findings: readonly Findings[]): Report {
  const prefixes = findings.flatMap(found => found.prefixes)
  return {
    recordings,
    lines: linesOf(findings.flatMap(({ rows }) => rows)),
    prefixes: grouped(prefixes, ({ method }) => method).map(rows => ({
      method: rows[0]!.method,
      stable: mean(rows.map(({ stable }) => stable))!,
    })),
    receipts: findings.flatMap(({ receipts }) => receipts).toSorted((a, b) => (a.recording < b.recording ? -1 : 1)),
  }
}

const grouped = <T>(all: readonly T[], by: (one: T) => string): readonly (readonly T[])[] => [
  ...Map.groupBy(all, by).values(),
]

function linesOf(rows: readonly Row[]): readonly ReportLine[] {
  return grouped(rows, ({ table, group, method }) => `${table}\n${group}\n${method}`).map(found => {
    const { table, group, method } = found[0]!
    const scores = columns.map(column => [column, mean(found.map(({ score }) => score[column]))] as const)
    return {
      table,
      group,
      method,
      compactions: found.length,
      used: mean(found.map(({ used }) => used))!,
      ms: mean(found.map(({ ms }) => ms))!,
      scores: Object.fromEntries(scores) as ReportLine['scores'],
    }
  })
}

export function printReport({ lines, prefixes, receipts }: Report): string {
  const groups = Map.groupBy(lines, ({ table, group }) => `${titles[table]}${group}`)
  return [
    `### The methods\n\n${methods.map(({ name, rule }) => `- **${name.replaceAll('*', '')}**: ${rule}`).join('\n')}`,
    ...[...groups].map(
      ([title, found]) => `### ${title} (${found[0]!.compactions} compactions)\n\n${scoreTable(found)}`,
    ),
    `### Share of a request that the request before it began with\n\n${prefixTable(prefixes)}`,
    `### Receipts of the classic policy, at the threshold\n\n${receiptTable(receipts)}`,
  ].join('\n\n')
}

const titles = {
  ships: 'The view that `longhand compact --target` leaves, at ',
  cuts: 'The text alone, at ',
  recorded: 'The text alone, as large as the recorded ',
} as const

function scoreTable(lines: readonly ReportLine[]): string {
  const rows = lines.map(({ method, scores, used, ms }) => [
    method,
    ...columns.map(column => percent(scores[column])),
    `${(used * 100).toFixed(1)}%`,
    ms.toFixed(0),
  ])
  return markdown([['method', ...columns, 'used', 'ms'], ...rows])
}

const prefixTable = (prefixes: readonly PrefixRow[]): string =>
  markdown([['method', 'stable'], ...prefixes.map(({ method, stable }) => [method, `${percent(stable)}%`])])
