import { messagesOf } from '../../core/branch.ts'
import type { CompactionEntry, EntryDraft } from '../../core/entry.ts'
import { isHiddenBy } from '../../core/fold.ts'
import { costOf, savingOf } from '../../core/money.ts'
import type { Receipt } from '../../core/receipt.ts'
import type { Models } from '../ports/models.ts'
import type { Snapshot } from '../snapshot.ts'
import type { JobPlan } from './job.ts'
import type { Written } from './write-fold.ts'

type ReceiptInput = JobPlan & {
  readonly id: string
  readonly entry: EntryDraft<CompactionEntry>
  readonly written: readonly Written[]
  readonly snapshot: Snapshot
  readonly durationMs: number
}

/** C11 what a written compaction cost and kept. How much it saves is known when it counts. */
export function writeReceipt(
  { id, decision, options, entry, written, snapshot, durationMs }: ReceiptInput,
  models: Models,
): Receipt {
  const [first] = written
  const last = decision.planned.at(-1)!
  const usage = written.flatMap(one => one.usage)
  const writer = first!.model
  const prices = writer === null ? null : models.prices(writer)
  const calls = written.reduce((sum, one) => sum + one.calls, 0)
  // Who was asked and did not say what it took may have charged for it all the same.
  const isKnown = prices !== null && usage.length > 0
  const cost = calls === 0 ? 0 : isKnown ? usage.reduce((sum, paid) => sum + costOf(paid, prices), 0) : null
  return {
    id,
    trigger: options.trigger,
    phase: options.when === 'at-threshold' ? 'background' : options.trigger === 'person' ? 'by-hand' : 'turn',
    strategy: decision.strategy,
    method: first!.method,
    model: writer,
    version: entry.version,
    span: { from: decision.planned[0]!.span.from, to: last.span.to },
    folded: foldedIn(snapshot, decision),
    kept: 0,
    before: snapshot.status.used,
    after: snapshot.status.used,
    reduction: 0,
    number: null,
    whole: null,
    durationMs,
    calls,
    ...retentionOf(written),
    cost,
    saving: null,
    gates: written.flatMap(({ gates }) => gates),
    warnings: [...new Set(written.flatMap(({ warnings }) => warnings))],
  }
}

type Sizes = Pick<Receipt, 'before' | 'after' | 'kept' | 'number' | 'whole'>

/** The same receipt once it is known when it counts, how large the view is before and after, and how many messages it still shows whole. */
export function withSizes(receipt: Receipt, sizes: Sizes, models: Models, model: string): Receipt {
  const { before, after } = sizes
  const reduction = before === 0 ? 0 : 1 - after / before
  const prices = models.prices(model)
  const saving =
    prices === null || receipt.cost === null
      ? null
      : savingOf({ before, after, cost: receipt.cost }, { prices, growth: typicalGrowth })
  return { ...receipt, ...sizes, reduction, saving }
}

/** Tokens by which a view grows from one request to the next, as recorded conversations show it. */
const typicalGrowth = 1_500

function foldedIn({ branch }: Snapshot, { planned }: JobPlan['decision']): number {
  const isHidden = isHiddenBy(planned)
  return messagesOf(branch).filter(({ depth }) => isHidden(depth)).length
}

/** Several folds are one compaction: their facts count together. */
function retentionOf(written: readonly Written[]): Pick<Receipt, 'facts' | 'retention' | 'retentionByKind'> {
  // Nobody knows what was in it.
  if (written.some(({ warnings }) => warnings.includes('unread')))
    return { facts: null, retention: 0, retentionByKind: {} }
  const all = written.flatMap(({ retention }) => Object.entries(retention.kinds))
  const shareOf = (counts: typeof all) => {
    const of = counts.reduce((sum, [, one]) => sum + one.total, 0)
    return of === 0 ? 1 : counts.reduce((sum, [, one]) => sum + one.kept, 0) / of
  }
  const facts = all.reduce((sum, [, { total }]) => sum + total, 0)
  const kinds = [...Map.groupBy(all, ([kind]) => kind)].map(([kind, counts]) => [kind, shareOf(counts)])
  return { facts, retention: shareOf(all), retentionByKind: Object.fromEntries(kinds) }
}
