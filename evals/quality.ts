import { parseArgs } from 'node:util'
import { defaultCorpus, type Recording, recordings } from './corpus.ts'
import { inWorkers } from './in-workers.ts'
import { boilerplate, type NamesByRepository, noteNames } from './metric/boilerplate.ts'
import { methodsNamed } from './quality-method.ts'
import { printReport, reportOf } from './quality-report.ts'
import { isShipped } from './quality-shipped.ts'
import type { Assignment, Findings } from './quality-worker.ts'

/** What compaction keeps of real conversations, Longhand beside the others at equal budgets. */
export async function run(args: readonly string[]): Promise<void> {
  const { corpus, budgets, sample, only, json } = flags(args)
  const { ids, ignored } = await chooseRecordings(corpus, sample)
  const report = reportOf(
    ids.length,
    await inWorkers<Assignment, Findings>(worker, { corpus, ids, budgets, ignored, only }),
  )
  console.log(json ? JSON.stringify(report, null, 2) : printReport(report))
}

const worker = new URL('./quality-worker.ts', import.meta.url)

const usage = 'npm run eval -- quality [--corpus DIR] [--budgets 3,10,25] [--sample N] [--only METHOD] [--json]'

function flags(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      corpus: { type: 'string', default: defaultCorpus },
      budgets: { type: 'string', default: '3,10,25' },
      sample: { type: 'string' },
      only: { type: 'string', default: '' },
      json: { type: 'boolean', default: false },
    },
  })
  const budgets = values.budgets.split(',').map(Number)
  const sample = values.sample === undefined ? null : Number(values.sample)
  if (budgets.some(budget => !(budget > 0 && budget <= 100))) throw new Error(`Budgets are percentages. ${usage}`)
  if (sample !== null && !(sample >= 1)) throw new Error(`A sample is a number of recordings. ${usage}`)
  if (methodsNamed(values.only).length === 0 && !isShipped(values.only))
    throw new Error(`No method is called ${values.only}. ${usage}`)
  return { ...values, budgets, sample }
}

/** Recordings to examine, the largest first, and the names that count for nothing. */
type Chosen = { readonly ids: readonly string[]; readonly ignored: ReadonlySet<string> }

/** A sample of a corpus, or all of it. */
async function chooseRecordings(corpus: string, sample: number | null): Promise<Chosen> {
  const names: NamesByRepository = new Map()
  const sizes: { readonly id: string; readonly size: number }[] = []
  for await (const recording of recordings(corpus)) {
    noteNames(names, recording)
    sizes.push({ id: recording.id, size: sizeOf(recording) })
  }
  if (sizes.length === 0)
    throw new Error(`There are no recordings (*.json.gz) in ${corpus}. Name a folder with --corpus.`)
  const step = sample === null ? 1 : Math.max(1, sizes.length / sample)
  const chosen = sizes.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
  return { ids: chosen.toSorted((a, b) => b.size - a.size).map(({ id }) => id), ignored: boilerplate(names) }
}

const sizeOf = ({ messages }: Recording): number => messages.reduce((sum, { content }) => sum + content.length, 0)
