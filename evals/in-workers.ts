import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Deals recordings out to workers, and returns everything that they post. */
export async function inWorkers<Work extends { readonly ids: readonly string[] }, Found>(
  script: URL,
  { ids, ...work }: Work,
): Promise<readonly Found[]> {
  const workers = Math.min(availableParallelism(), ids.length)
  const hands = Array.from({ length: workers }, (_, hand) => ids.filter((_, at) => at % workers === hand))
  return (await Promise.all(hands.map(hand => inWorker<Found>(script, { ids: hand, ...work })))).flat()
}

function inWorker<Found>(script: URL, workerData: unknown): Promise<readonly Found[]> {
  const found: Found[] = []
  const worker = new Worker(script, { workerData })
  return new Promise((resolve, reject) => {
    worker.on('message', (one: Found) => found.push(one))
    worker.on('error', reject)
    worker.on('exit', () => resolve(found))
  })
}
