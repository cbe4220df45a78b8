import type { Half } from './prose-corpus.ts'
import type { ProseRow } from './prose-examine.ts'
import { shippedName } from './quality-shipped.ts'
import { markdown, mean, percent } from './quality-table.ts'

/** One method at one size: means over all questions, and the evidence of each set. */
export type ProseLine = Pick<ProseRow, 'table' | 'percent' | 'method' | 'used'> & {
  readonly questions: number
  readonly evidence: number | null
  readonly turns: number | null
  readonly focus: number | null
  readonly answer: number | null
  readonly receipt: number | null
  readonly sets: Readonly<Record<string, number | null>>
  /** The evidence of each half; of our own chats, rates were chosen on the first. */
  readonly halves: Readonly<Record<Half, number | null>>
}

export function proseLines(rows: readonly ProseRow[]): readonly ProseLine[] {
  const groups = Map.groupBy(rows, row => `${row.table} ${row.percent} ${row.method}`)
  return [...groups.values()].map(found => {
    const of = (figure: 'used' | 'evidence' | 'turns' | 'focus' | 'answer' | 'receipt') =>
      mean(found.map(row => row[figure]))
    const { table, percent, method } = found[0]!
    const sets = [...Map.groupBy(found, ({ source }) => source)].map(([set, own]) => [
      set,
      mean(own.map(({ evidence }) => evidence)),
    ])
    const ofHalf = (half: Half) => mean(found.filter(row => row.half === half).map(({ evidence }) => evidence))
    return {
      table,
      percent,
      method,
      questions: found.length,
      used: of('used')!,
      evidence: of('evidence'),
      turns: of('turns'),
      focus: of('focus'),
      answer: of('answer'),
      receipt: of('receipt'),
      sets: Object.fromEntries(sets),
      halves: { 1: ofHalf(1), 2: ofHalf(2) },
    }
  })
}

export function printProse(rows: readonly ProseRow[]): string {
  const lines = proseLines(rows)
  const tables = Map.groupBy(lines, ({ table, percent }) => `${titles[table]} ${percent}%`)
  return [
    ...[...tables].map(([title, found]) => `### ${title} (${found[0]!.questions} questions)\n\n${scoreTable(found)}`),
    `### What receipts say, beside what the questions find\n\n${receiptTable(rows)}`,
  ].join('\n\n')
}

const titles = { view: 'The view that is left of', extract: 'The bare extract of' } as const

function scoreTable(lines: readonly ProseLine[]): string {
  const sets = Object.keys(lines[0]!.sets)
  return markdown([
    ['method', 'evidence', 'half 1', 'half 2', ...sets, 'turns', 'focus', 'answer', 'used'],
    ...lines.map(line => [
      line.method,
      percent(line.evidence),
      percent(line.halves[1]),
      percent(line.halves[2]),
      ...sets.map(set => percent(line.sets[set] ?? null)),
      percent(line.turns),
      percent(line.focus),
      percent(line.answer),
      `${(line.used * 100).toFixed(1)}%`,
    ]),
  ])
}

/** Means over conversations: one of many questions has no more than one receipt. */
function receiptTable(rows: readonly ProseRow[]): string {
  const shipped = rows.filter(({ table, method }) => table === 'view' && method === shippedName)
  const everywhere = shipped.map(row => ({ ...row, source: 'all' }))
  const groups = Map.groupBy([...shipped, ...everywhere], row => `${row.source} ${row.percent}`)
  return markdown([
    ['set', 'target', 'receipt', 'evidence', 'turns', 'answer', 'measured'],
    ...[...groups.values()].map(found => {
      const all = [...Map.groupBy(found, ({ conversation }) => conversation).values()]
      const measured = all.filter(([first]) => first!.receipt !== null)
      const over = (figure: 'receipt' | 'evidence' | 'turns' | 'answer') =>
        percent(mean(measured.map(own => mean(own.map(row => row[figure])))))
      const { source, percent: target } = found[0]!
      const counted = `${measured.length} of ${all.length}`
      return [source, `${target}%`, over('receipt'), over('evidence'), over('turns'), over('answer'), counted]
    }),
  ])
}
