import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { defaultCorpus, type Recording, recordings } from './corpus.ts'
import { boilerplate, type NamesByRepository, noteNames } from './metric/boilerplate.ts'
import { methodsNamed } from './quality-method.ts'
import { printReport, reportOf } from './quality-report.ts'
import type { Assignment, Findings } from './quality-worker.ts'

/** What compaction keeps of real conversations, Longhand beside the others at equal budgets. */
export async function run(args: readonly string[]): Promise<void> {
  const { corpus, budgets, sample, only, json } = flags(args)
  const { ids, ignored } = await prepare(corpus, sample)
  const report = reportOf(ids.length, await examineAll({ corpus, ids, budgets, ignored, only }))
  console.log(json ? JSON.stringify(report, null, 2) : printReport(report))
}

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
  if (methodsNamed(values.only).length === 0) throw new Error(`No method is called ${values.only}. ${usage}`)
  return { ...values, budgets, sample }
}

type Prepared = { readonly ids: readonly string[]; readonly ignored: ReadonlySet<string> }

async function prepare(corpus: string, sample: number | null): Promise<Prepared> {
  const names: NamesByRepository = new Map()
  const sizes: { readonly id: string; readonly size: number }[] = []
  for await (const recording of recordings(corpus)) {
    noteNames(names, recording)
    sizes.push({ id: recording.id, size: sizeOf(recording) })
  }
  if (sizes.length === 0) throw new Error(`There are no recordings (*.json.gz) in ${corpus}. ${usage}`)
  const step = sample === null ? 1 : Math.max(1, sizes.length / sample)
  const chosen = sizes.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
  return { ids: chosen.toSorted((a, b) => b.size - a.size).map(({ id }) => id), ignored: boilerplate(names) }
}

const sizeOf = ({ messages }: Recording): number => messages.reduce((sum, { content }) => sum + content.length, 0)

/** Deals the recordings out to workers, the largest first. */
async function examineAll({ ids, ...work }: Assignment): Promise<readonly Findings[]> {
  const workers = Math.min(availableParallelism(), ids.length)
  const hands = Array.from({ length: workers }, (_, hand) => ids.filter((_, at) => at % workers === hand))
  return (await Promise.all(hands.map(hand => examineInWorker({ ids: hand, ...work })))).flat()
}

function examineInWorker(assignment: Assignment): Promise<readonly Findings[]> {
  const found: Findings[] = []
  const worker = new Worker(new URL('./quality-worker.ts', import.meta.url), { workerData: assignment })
  return new Promise((resolve, reject) => {
    worker.on('message', (findings: Findings) => found.push(findings))
    worker.on('error', reject)
    worker.on('exit', () => resolve(found))
  })
}
