import { redoCompaction, undoCompaction } from '../engine/compaction/undo-compaction.ts'
import type { Scope } from '../engine/engine.ts'
import type { Head } from '../engine/ports/store-conversations.ts'

/**
 * H4.16 who has gone back to an earlier place of the branch that a client goes on with wants what was in force there: the
 * client's words cannot be taken back, but what was folded since can. `left` is where the head was before it followed.
 */
export async function keepRestored(scope: Scope, left: Head): Promise<void> {
  if (!(await isBehind(scope, left))) return
  const isAsThere = ({ compaction }: Head) => compaction === left.compaction
  // Where undoing everything does not lead there, it was undone since, and is brought back.
  const undone = await stepUntil(scope, head => isAsThere(head) || head.compaction === null, undoCompaction)
  if (!isAsThere(undone)) await stepUntil(scope, head => isAsThere(head) || head.undone === null, redoCompaction)
}

async function isBehind({ store, conversation }: Scope, { entry, depth }: Head): Promise<boolean> {
  const { entries } = await store.entries.page(conversation, { before: { depth: depth + 1 }, limit: 1 })
  return entry !== null && entries[0]?.entry.id === entry
}

async function stepUntil(
  scope: Scope,
  isEnd: (head: Head) => boolean,
  step: (scope: Scope) => Promise<unknown>,
): Promise<Head> {
  for (;;) {
    const { head } = await scope.store.conversations.get(scope.conversation)
    if (isEnd(head)) return head
    await step(scope)
  }
}
