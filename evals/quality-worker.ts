import { parentPort, workerData } from 'node:worker_threads'
import { recordings } from './corpus.ts'
import { examine } from './quality-examine.ts'

/** What a worker examines: its share of the recordings of a directory. */
export type Assignment = {
  readonly corpus: string
  readonly ids: readonly string[]
  readonly budgets: readonly number[]
  readonly ignored: ReadonlySet<string>
}

const { corpus, ids, budgets, ignored } = workerData as Assignment
const mine = new Set(ids)
for await (const recording of recordings(corpus)) {
  if (mine.has(recording.id)) parentPort?.postMessage(examine(recording, budgets, ignored))
}
