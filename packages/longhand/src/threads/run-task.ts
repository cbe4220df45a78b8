import { availableParallelism } from 'node:os'
import { isLong } from '../core/is-long.ts'
import type { RunTaskOf } from '../engine/long-work/run-task.ts'
import { meter } from '../tokens/meter.ts'
import { createPool, type Pool } from './pool.ts'
import { tasks } from './tasks.ts'

/**
 * Runs a task: here when its texts are short, otherwise in a thread, so that the process stays responsive. The result is
 * the same either way.
 */
export const runTask: RunTaskOf<typeof tasks> = (name, input) => runIn(ownPool, name, input)

/** The same in other threads. */
export async function runIn<Name extends keyof typeof tasks>(
  pool: Pick<Pool, 'run'>,
  name: Name,
  input: Parameters<(typeof tasks)[Name]>[0],
): Promise<ReturnType<(typeof tasks)[Name]>> {
  const here = () => tasks[name](input as never, meter)
  const output = isLong(input) ? pool.run({ name, input }).catch(error => unlessWorkerMissing(error, here)) : here()
  return (await output) as never
}

/** A bundler may have left out the thread's file; then the task runs here and blocks. */
function unlessWorkerMissing(error: NodeJS.ErrnoException, here: () => unknown): unknown {
  if (!/MODULE_NOT_FOUND$/.test(error.code ?? '')) throw error
  return here()
}

const ownPool = createPool({
  file: new URL(import.meta.url.endsWith('.ts') ? './task.worker.ts' : './task.worker.js', import.meta.url),
  // One core is left for everything else; a second thread lets short tasks overtake a long one.
  maxThreads: Math.min(4, Math.max(2, availableParallelism() - 1)),
  // Just below 2 GiB, from where on V8 would let each hold four times what is alive.
  maxMemoryMb: 2_000,
  timeoutMs: 120_000,
  idleMs: 60_000,
})
