import { activeFolds } from '../../core/branch.ts'
import type { Fold } from '../../core/fold.ts'
import type { Scope } from '../engine.ts'
import { reportBug } from '../report-bug.ts'

/**
 * D3 does something that may put another summary in force, or none, and lets the memory follow. One that a person wrote, or
 * forgot, is left as it is.
 */
export async function followMemory<Result>(scope: Scope, change: () => Promise<Result>): Promise<Result> {
  const before = await summaryOf(scope)
  const result = await change()
  // The change counts; a memory that could not be stored comes with the next one.
  await follow(scope, before).catch(error => reportBug(scope.engine, error, { ...scope, during: 'compaction' }))
  return result
}

async function follow(scope: Scope, before: string | null): Promise<void> {
  const { memories } = scope.store
  const [after, memory] = await Promise.all([summaryOf(scope), memories.get(scope.conversation)])
  if (after === before || (memory?.text ?? null) !== before) return
  if (after === null) await memories.delete(scope.conversation)
  else await memories.put(scope.conversation, after)
}

const summaryOf = async ({ store, conversation }: Scope): Promise<string | null> =>
  memoryOf(activeFolds((await store.entries.branch(conversation)).branch))

/** What a compaction leaves for other conversations to find; null when it has no text. */
export const memoryOf = (folds: readonly Fold[]): string | null =>
  folds.flatMap(fold => (fold.type === 'trim' ? [] : [fold.text])).join('\n\n') || null
