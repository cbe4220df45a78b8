import { LonghandError } from '../core/errors.ts'
import { type FitTask, fitView } from '../engine/compaction/fit.ts'
import { readSnapshot, type Snapshot } from '../engine/snapshot.ts'

/** What cannot be made to fit is sent all the same: the provider has the last word about its window. */
export async function fitRequest(task: FitTask, snapshot: Snapshot): Promise<Snapshot> {
  try {
    return await fitView(task, snapshot)
  } catch (error) {
    nothingHelps(error)
    return readSnapshot(task.scope)
  }
}

/** Null for an error that says that nothing can be made smaller. */
export function nothingHelps(error: unknown): null {
  if (error instanceof LonghandError && error.code === 'does-not-fit') return null
  throw error
}
