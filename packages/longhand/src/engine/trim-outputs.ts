import { inForce, messagesOf } from '../core/branch.ts'
import type { TrimFold } from '../core/fold.ts'
import { trim } from '../core/trim.ts'
import type { Scope } from './engine.ts'
import { failpoint } from './failpoint.ts'
import type { Moment } from './look.ts'

/** Characters that a trimmed tool output keeps. */
const limit = 2_000

/** How many messages at the end are not old. */
const recent = 6

/**
 * F1 the rung that needs no model: long tool outputs in the view are cut in their middle, visibly; undo brings them back.
 * False when there is nothing to cut.
 */
export async function trimOutputs(
  { store, engine, conversation }: Scope,
  moment: Moment,
  which: 'old' | 'all',
): Promise<boolean> {
  const { branch, view } = moment
  const shown = new Set(view.flatMap(({ kind, span }) => (kind === 'verbatim' ? [span.from] : [])))
  const messages = messagesOf(branch).slice(0, which === 'old' ? -recent : undefined)
  const folds = messages.flatMap((entry): readonly TrimFold[] => {
    if (!shown.has(entry.depth) || entry.message.role !== 'tool') return []
    const count = engine.meter.count(trim(entry, limit))
    return count < entry.count ? [{ type: 'trim', span: { from: entry.depth, to: entry.depth }, limit, count }] : []
  })
  if (folds.length === 0) return false
  const base = inForce(branch)
  const carried = base?.folds ?? []
  await failpoint('trim.append')
  await store.entries.append(conversation, [
    {
      id: engine.newId(),
      type: 'compaction',
      version: (base?.version ?? 0) + 1,
      base: base?.id ?? null,
      edits: null,
      folds: [...carried, ...folds].toSorted((a, b) => a.span.from - b.span.from),
    },
  ])
  return true
}
