import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { defaultCorpus, type Recording, recordings } from './corpus.ts'
import { boilerplate, type NamesByRepository, noteNames } from './metric/boilerplate.ts'
import { columns } from './metric/score.ts'
import type { Row } from './quality-examine.ts'
import { markdown, mean, percent } from './quality-table.ts'
import type { Assignment } from './quality-worker.ts'

/** What compaction keeps of real conversations, Longhand beside the others at equal budgets. */
export async function run(args: readonly string[]): Promise<void> {
  const { corpus, budgets, sample, json } = flags(args)
  const { ids, ignored } = await prepare(corpus, sample)
  const rows = await share({ corpus, ids, budgets, ignored })
  const result = summarise(rows)
  if (json) console.log(JSON.stringify({ recordings: ids.length, tables: result }, null, 2))
  else console.log(print(result))
}

const usage = 'npm run eval -- quality [--corpus DIR] [--budgets 3,10,25] [--sample N] [--json]'

function flags(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      corpus: { type: 'string', default: defaultCorpus },
      budgets: { type: 'string', default: '3,10,25' },
      sample: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const budgets = values.budgets.split(',').map(Number)
  const sample = values.sample === undefined ? null : Number(values.sample)
  if (budgets.some(budget => !(budget > 0 && budget <= 100))) throw new Error(`Budgets are percentages. ${usage}`)
  if (sample !== null && !(sample >= 1)) throw new Error(`A sample is a number of recordings. ${usage}`)
  return { corpus: values.corpus, budgets, sample, json: values.json }
}

type Prepared = { readonly ids: readonly string[]; readonly ignored: ReadonlySet<string> }

async function prepare(corpus: string, sample: number | null): Promise<Prepared> {
  const names: NamesByRepository = new Map()
  const sizes: { readonly id: string; readonly size: number }[] = []
  for await (const recording of recordings(corpus)) {
    noteNames(names, recording)
    sizes.push({ id: recording.id, size: sizeOf(recording) })
  }
  const step = sample === null ? 1 : Math.max(1, sizes.length / sample)
  const chosen = sizes.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
  return { ids: chosen.toSorted((a, b) => b.size - a.size).map(({ id }) => id), ignored: boilerplate(names) }
}

const sizeOf = ({ messages }: Recording): number => messages.reduce((sum, { content }) => sum + content.length, 0)

const cores = 2

/** Deals the recordings out to workers, the largest first. */
async function share({ ids, ...work }: Assignment): Promise<readonly Row[]> {
  const hands = Array.from({ length: cores }, (_, hand) => ids.filter((_, at) => at % cores === hand))
  const dealt = await Promise.all(
    hands.filter(hand => hand.length > 0).map(hand => examineAside({ ids: hand, ...work })),
  )
  return dealt.flat()
}

function examineAside(assignment: Assignment): Promise<readonly Row[]> {
  const rows: Row[] = []
  const worker = new Worker(new URL('./quality-worker.ts', import.meta.url), { workerData: assignment })
  return new Promise((resolve, reject) => {
    worker.on('message', (found: readonly Row[]) => rows.push(...found))
    worker.on('error', reject)
    worker.on('exit', () => resolve(rows))
  })
}

/** Means over the rows of each method in each group. */
type Line = {
  readonly table: Row['table']
  readonly group: string
  readonly method: string
  readonly compactions: number
  readonly used: number
  readonly ms: number
  readonly scores: Readonly<Record<string, number | null>>
}

function summarise(rows: readonly Row[]): readonly Line[] {
  const groups = Map.groupBy(rows, ({ table, group, method }) => `${table}\n${group}\n${method}`)
  return [...groups.values()].map(found => {
    const { table, group, method } = found[0]!
    const scores = columns.map(column => [column, mean(found.map(({ score }) => score[column]))] as const)
    const used = mean(found.map(row => row.used))!
    const ms = mean(found.map(row => row.ms))!
    return { table, group, method, compactions: found.length, used, ms, scores: Object.fromEntries(scores) }
  })
}

function print(lines: readonly Line[]): string {
  const groups = [...Map.groupBy(lines, ({ table, group }) => `${titles[table]}: ${group}`)]
  return groups
    .map(([title, found]) => `### ${title} (${found[0]!.compactions} compactions)\n\n${table(found)}`)
    .join('\n\n')
}

const titles = { cuts: 'Budget', recorded: 'Size of a recorded summary' } as const

function table(lines: readonly Line[]): string {
  const head = ['method', ...columns, 'used', 'ms']
  const rows = lines.map(({ method, scores, used, ms }) => [
    method,
    ...columns.map(column => percent(scores[column] ?? null)),
    `${(used * 100).toFixed(1)}%`,
    ms.toFixed(0),
  ])
  return markdown([head, ...rows])
}
