import type { Branch } from '../../core/branch.ts'
import type { Fold, TrimFold } from '../../core/fold.ts'
import type { TrimRequest } from '../../core/trims.ts'
import { withoutFileBytes } from '../../core/without-file-bytes.ts'
import type { Engine, Scope } from '../engine.ts'
import { taskRunner } from '../long-work/run-task.ts'
import type { Snapshot } from '../snapshot.ts'

/**
 * F1 the step that needs no model: long tool outputs in the view are cut, visibly; undo brings them back.
 * False when there is nothing to cut.
 */
export async function trimOutputs(
  { store, engine, conversation }: Scope,
  { branch, layout }: Snapshot,
  request: TrimRequest,
): Promise<boolean> {
  const trims = await findTrims(engine, branch, request)
  if (trims.length === 0) return false
  const base = layout.current
  await store.entries.append(conversation, [
    {
      id: engine.newId(),
      type: 'compaction',
      version: (base?.version ?? 0) + 1,
      base: base?.id ?? null,
      edits: null,
      folds: [...without(base?.folds ?? [], trims), ...trims].toSorted((a, b) => a.span.from - b.span.from),
    },
  ])
  return true
}

/** A shorter cut takes the place of a longer one. */
function without(folds: readonly Fold[], trims: readonly TrimFold[]): readonly Fold[] {
  const cut = new Set(trims.map(({ span }) => span.from))
  return folds.filter(({ type, span }) => type !== 'trim' || !cut.has(span.from))
}

/** What could be cut of a branch. Only texts are cut, so the bytes of files stay here. */
export const findTrims = (engine: Engine, branch: Branch, request: TrimRequest): Promise<readonly TrimFold[]> =>
  taskRunner(engine)('trims', {
    branch: branch.map(entry => (entry.type === 'message' ? withoutFileBytes(entry) : entry)),
    request,
  })
