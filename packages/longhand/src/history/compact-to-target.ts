import { messagesOf } from '../core/branch.ts'
import { LonghandError } from '../core/errors.ts'
import { isHiddenBy } from '../core/fold.ts'
import type { Message } from '../core/message.ts'
import { planOf, type RestReason } from '../core/plan.ts'
import type { Choice } from '../core/planned-folds.ts'
import { checkPolicy, classic, type Policy } from '../core/policy.ts'
import type { Receipt } from '../core/receipt.ts'
import { trimLimits } from '../core/trims.ts'
import type { View } from '../core/view.ts'
import type { CompactionOptions } from '../engine/compaction/job.ts'
import { largestIn } from '../engine/compaction/largest.ts'
import type { Summariser } from '../engine/ports/summariser.ts'
import type { Snapshot } from '../engine/snapshot.ts'
import { contextEngine, conversationId } from './context.ts'
import { createHistory, type History } from './history.ts'
import { ownFormat } from './message-format.ts'

/** How small a history is to become, once. Figures are tokens by our tokenizer. */
export type CompactTarget = {
  readonly window: number
  readonly target: number
  readonly keep?: Policy['keep']
  readonly strategy?: Policy['strategy']
  readonly choice?: Choice | null
  /** Who writes the summary; null for an extract of the originals. */
  readonly summariser?: Summariser | null
}

export type CompactedHistory =
  | { readonly type: 'rest'; readonly reason: RestReason; readonly used: number; readonly view: View }
  | {
      readonly type: 'compacted'
      readonly view: View
      readonly used: number
      /** The largest parts of the view, in words. */
      readonly largest: string
      readonly receipt: Receipt
    }

/** Compacts a history that nobody goes on with, by the same steps as one that someone does. */
export async function compactToTarget(messages: readonly Message[], options: CompactTarget): Promise<CompactedHistory> {
  const { window, target, choice = null, summariser = null } = options
  const history = createHistory({
    engine: contextEngine(
      { policy: policyFor(options) },
      { model: 'offline/history', room: { window: Math.max(1, window), reserve: 0 }, summariser },
    ),
    conversation: conversationId(undefined),
    format: ownFormat,
  })
  const before = await history.load(messages)
  const by = choice === null ? 'person' : 'force'
  const rest = (reason: RestReason) => ({ type: 'rest', reason, used: before.status.used, view: before.view }) as const
  if (before.status.used === 0) return rest(before.view.length === 0 ? 'too-short' : 'little-to-gain')
  const decision = planOf(before.layout, before.policy, { by, status: before.status, ...(choice && { choice }) })
  if (decision.type === 'rest') return rest(decision.reason)
  // What stays leaves room for the summary, unless there is room for everything.
  if (decision.strategy === 'summary' && target < before.status.used)
    await trimUntil(history, () => staying(history.snapshot()!, decision.planned) <= target / 2)
  const request = { by, trigger: 'person', fallback: 'none', ...(choice && { choice }) } as const
  const result = await compactOrTruncate(history, request)
  if (result.type === 'unchanged') return rest('little-to-gain')
  await trimUntil(history, () => history.status()!.used <= target)
  const after = history.snapshot()!
  const { view, branch, status } = after
  const receipt = withSizes(result.receipt, before, after)
  return { type: 'compacted', view, used: status.used, largest: largestIn(branch, view), receipt }
}

/** Whoever names a target wants the view to get there, so that is where the threshold is. */
const policyFor = ({ window, target, keep = classic.keep, strategy = 'summary' }: CompactTarget): Policy =>
  checkPolicy({
    ...classic,
    keep,
    strategy,
    threshold: { share: null, tokens: target + 1, messages: null, turns: null },
    target: window === 0 ? 1 : target / window,
  })

async function trimUntil(history: History<Message>, isSmall: () => boolean): Promise<void> {
  for (const maxOutputLength of trimLimits) {
    if (isSmall()) return
    await history.trim({ which: 'all', maxOutputLength })
  }
}

/** Tokens of the messages that a plan leaves word for word. */
function staying({ branch, view }: Snapshot, planned: Parameters<typeof isHiddenBy>[0]): number {
  const isHidden = isHiddenBy(planned)
  const stays = new Set(messagesOf(branch).flatMap(({ depth }) => (isHidden(depth) ? [] : [depth])))
  return view.reduce((sum, { span, count }) => (stays.has(span.from) ? sum + count : sum), 0)
}

/** Too little room for a good text is said, not refused: the person chose the target. */
async function compactOrTruncate(history: History<Message>, request: CompactionOptions) {
  try {
    return await history.compact(request)
  } catch (error) {
    if (!(error instanceof LonghandError) || error.details.reason !== 'facts-missing') throw error
    return history.compact({ ...request, by: 'limit' })
  }
}

/** What was cut before and after the text was written belongs to the same compaction. */
function withSizes(receipt: Receipt, before: Snapshot, after: Snapshot): Receipt {
  const [from, to] = [before.status.used, after.status.used]
  const kept = after.view.filter(({ kind }) => kind === 'verbatim' || kind === 'trimmed').length
  return { ...receipt, kept, before: from, after: to, reduction: 1 - to / from }
}
