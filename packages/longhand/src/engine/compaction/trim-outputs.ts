import { activeCompaction, type Branch } from '../../core/branch.ts'
import type { TrimFold } from '../../core/fold.ts'
import { withoutFileBytes } from '../../core/without-file-bytes.ts'
import type { Engine, Scope } from '../engine.ts'
import { failpoint } from '../failpoint.ts'
import { taskRunner } from '../long-work/run-task.ts'
import type { Snapshot } from '../snapshot.ts'

/**
 * F1 the rung that needs no model: long tool outputs in the view are cut, visibly; undo brings them back.
 * False when there is nothing to cut.
 */
export async function trimOutputs(
  { store, engine, conversation }: Scope,
  { branch }: Snapshot,
  which: 'old' | 'all',
): Promise<boolean> {
  const trims = await findTrims(engine, branch, which)
  if (trims.length === 0) return false
  const base = activeCompaction(branch)
  await failpoint('trim.append')
  await store.entries.append(conversation, [
    {
      id: engine.newId(),
      type: 'compaction',
      version: (base?.version ?? 0) + 1,
      base: base?.id ?? null,
      edits: null,
      folds: [...(base?.folds ?? []), ...trims].toSorted((a, b) => a.span.from - b.span.from),
    },
  ])
  return true
}

/** What could be cut of a branch. Only texts are cut, so the bytes of files stay here. */
export const findTrims = (engine: Engine, branch: Branch, which: 'old' | 'all'): Promise<readonly TrimFold[]> =>
  taskRunner(engine)('trims', {
    branch: branch.map(entry => (entry.type === 'message' ? withoutFileBytes(entry) : entry)),
    which,
  })
