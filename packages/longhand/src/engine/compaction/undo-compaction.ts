import { type CompactionChange, changeOf } from '../../core/compaction-change.ts'
import type { EntryDraft } from '../../core/entry.ts'
import { LonghandError } from '../../core/errors.ts'
import { foldMessage } from '../../core/fold.ts'
import { edit, undo } from '../../core/undo.ts'
import { emitCheckpoint } from '../checkpoints/emit-checkpoint.ts'
import type { Scope } from '../engine.ts'
import { taskRunner } from '../long-work/run-task.ts'
import { followMemory } from '../memories/follow-memory.ts'
import type { Appended } from '../ports/store-entries.ts'

/** What was undone or redone. */
export type Reverted = Appended & { readonly change: CompactionChange }

/** C15 the view before the compaction in force comes back, with everything that was said since. */
export async function undoCompaction(scope: Scope): Promise<Reverted> {
  const { branch } = await scope.store.entries.branch(scope.conversation)
  const entry = undo(branch)
  if (entry === null) throw new LonghandError('not-found', 'Nothing is condensed here, so there is nothing to undo.')
  const undone = await appendEntry(scope, entry)
  emitCheckpoint(scope, 'before-restore')
  return { ...undone, change: changeOf(branch, entry.compaction) }
}

/** C15 brings back the compaction that was undone last. */
export async function redoCompaction(scope: Scope): Promise<Reverted> {
  const { head } = await scope.store.conversations.get(scope.conversation)
  if (head.undone === null)
    throw new LonghandError('not-found', 'No condensing was undone here, so there is nothing to redo.')
  const redone = await appendEntry(scope, { type: 'redo', compaction: head.undone })
  const { branch } = await scope.store.entries.branch(scope.conversation)
  return { ...redone, change: changeOf(branch, head.undone) }
}

/** C15 a person's own words in the place of the newest summary. */
export async function editSummary(scope: Scope, text: string): Promise<Appended> {
  if (text.trim() === '')
    throw new LonghandError('bad-request', 'A summary cannot be empty. Undo the condensing instead.')
  const { branch } = await scope.store.entries.branch(scope.conversation)
  const uncounted = edit(branch, text, 0)?.folds.findLast(fold => fold.type !== 'trim')
  if (uncounted === undefined) throw new LonghandError('not-found', 'There is no summary here to edit.')
  // The view shows the fold as a message, with its heading and tag: that is what it takes.
  const [count] = await taskRunner(scope.engine)('counts', [foldMessage(uncounted)])
  return appendEntry(scope, edit(branch, text, count!)!)
}

const appendEntry = (scope: Scope, entry: EntryDraft): Promise<Appended> =>
  followMemory(scope, () => scope.store.entries.append(scope.conversation, [{ id: scope.engine.newId(), ...entry }]))
