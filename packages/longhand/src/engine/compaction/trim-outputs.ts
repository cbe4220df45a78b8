import type { Branch } from '../../core/branch.ts'
import { LonghandError } from '../../core/errors.ts'
import type { TrimFold } from '../../core/fold.ts'
import { type TrimRequest, withTrims } from '../../core/trims.ts'
import { withoutFileBytes } from '../../core/without-file-bytes.ts'
import type { Engine, Scope } from '../engine.ts'
import { taskRunner } from '../long-work/run-task.ts'
import type { Snapshot } from '../snapshot.ts'

/**
 * F1 the step that needs no model: long tool outputs in the view are cut, visibly; undo brings them back.
 * False when there is nothing to cut. A compaction that has come in between has changed the view as well.
 */
export async function trimOutputs(
  { store, engine, conversation }: Scope,
  { branch, layout }: Snapshot,
  request: TrimRequest,
): Promise<boolean> {
  const trims = await findTrims(engine, branch, request)
  if (trims.length === 0) return false
  try {
    await store.entries.append(conversation, [{ id: engine.newId(), ...withTrims(layout.current, trims) }])
  } catch (error) {
    if (!(error instanceof LonghandError) || error.code !== 'stale') throw error
  }
  return true
}

/** What could be cut of a branch. Only texts are cut, so the bytes of files stay here, unless they are to be counted. */
export function findTrims(engine: Engine, branch: Branch, request: TrimRequest): Promise<readonly TrimFold[]> {
  const { which } = request
  const isNamed = (number: number) => typeof which === 'object' && which.number === number
  const bare = branch.map(entry =>
    entry.type === 'message' && !isNamed(entry.number) ? withoutFileBytes(entry) : entry,
  )
  return taskRunner(engine)('trims', { branch: bare, request })
}
