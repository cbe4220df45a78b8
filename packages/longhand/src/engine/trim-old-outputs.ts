import { inForce, messagesOf } from '../core/branch.ts'
import type { TrimFold } from '../core/fold.ts'
import { trim } from '../core/trim.ts'
import type { Scope } from './engine.ts'
import { failpoint } from './failpoint.ts'
import type { Moment } from './look.ts'

/** Characters that a trimmed tool output keeps. */
const limit = 2_000

/**
 * F1 the rung that needs no model: long tool outputs in the view are cut in their middle, visibly.
 * False when there is nothing to cut.
 */
export async function trimOldOutputs(
  { store, engine, conversation }: Scope,
  { branch, view }: Moment,
): Promise<boolean> {
  const shown = new Set(view.flatMap(({ kind, span }) => (kind === 'verbatim' ? [span.from] : [])))
  const folds = messagesOf(branch).flatMap((entry): readonly TrimFold[] => {
    if (!shown.has(entry.depth) || entry.message.role !== 'tool') return []
    const count = engine.meter.count(trim(entry, limit))
    return count < entry.count ? [{ type: 'trim', span: { from: entry.depth, to: entry.depth }, limit, count }] : []
  })
  if (folds.length === 0) return false
  const base = inForce(branch)
  await failpoint('trim.append')
  await store.entries.append(conversation, [
    {
      id: engine.newId(),
      type: 'compaction',
      version: base?.version ?? 0,
      base: base?.id ?? null,
      edits: null,
      folds: [...(base?.folds ?? []), ...folds].toSorted((a, b) => a.span.from - b.span.from),
    },
  ])
  return true
}
