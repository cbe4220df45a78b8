import { messagesOf } from '../core/branch.ts'
import { isHiddenBy } from '../core/fold.ts'
import type { Message } from '../core/message.ts'
import { planOf, type RestReason } from '../core/plan.ts'
import type { Choice } from '../core/plan-request.ts'
import { checkPolicy, classic, type Policy } from '../core/policy.ts'
import type { Receipt } from '../core/receipt.ts'
import { type TrimRequest, trimLimits } from '../core/trims.ts'
import type { View } from '../core/view.ts'
import { largestIn } from '../engine/compaction/largest.ts'
import type { RunTask } from '../engine/long-work/run-task.ts'
import type { Summariser } from '../engine/ports/summariser.ts'
import type { Snapshot } from '../engine/snapshot.ts'
import { countMessageAsync } from '../tokens/count-message.ts'
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
  /** Where long work on texts is done; here when left out. */
  readonly runTask?: RunTask
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
  const { window, target, keep, choice = null, summariser = null, runTask } = options
  const policy = policyFor(options, keep ?? (await recentMessages(messages, target)))
  const history = createHistory({
    engine: contextEngine(
      { policy },
      {
        model: 'offline/history',
        room: { window: Math.max(1, window), reserve: 0 },
        summariser,
        ...(runTask && { runTask }),
      },
    ),
    conversation: conversationId(undefined),
    format: ownFormat,
  })
  const before = await history.load(messages)
  const by = choice === null ? 'target' : 'force'
  const rest = (reason: RestReason) => ({ type: 'rest', reason, used: before.status.used, view: before.view }) as const
  if (before.status.used === 0) return rest(before.view.length === 0 ? 'too-short' : 'little-to-gain')
  const decision = planOf(before.layout, before.policy, { by, status: before.status, ...(choice && { choice }) })
  if (decision.type === 'rest') return rest(decision.reason)
  // What someone wants to keep leaves room for the text: long outputs among it are cut first.
  if (keep !== undefined && target < before.status.used)
    await trimUntil(history, 'recent', () => staying(history.snapshot()!, decision.planned) <= target / 2)
  const result = await history.compact({ by, trigger: 'person', fallback: 'none', ...(choice && { choice }) })
  if (result.type === 'unchanged') return rest('little-to-gain')
  await trimUntil(history, 'all', () => history.status()!.used <= target)
  const after = history.snapshot()!
  const { view, branch, status } = after
  const receipt = withSizes(result.receipt, before, after)
  return { type: 'compacted', view, used: status.used, largest: largestIn(branch, view), receipt }
}

/** Whoever names a target wants the view to get there, so that is where the threshold is. */
const policyFor = ({ window, target, strategy = 'summary' }: CompactTarget, keep: Policy['keep']): Policy =>
  checkPolicy({
    ...classic,
    keep,
    strategy,
    threshold: { share: null, tokens: target + 1, messages: null, turns: null },
    target: window === 0 ? 1 : target / window,
  })

/** What stays word for word unless someone says how many messages do. */
async function recentMessages(messages: readonly Message[], target: number): Promise<Policy['keep']> {
  const most = Math.floor(target * recentShare)
  let tokens = 0
  for (const message of messages.slice(-maxRecentMessages).toReversed()) {
    tokens += await countMessageAsync(message)
    if (tokens >= most) break
  }
  return { by: 'tokens', amount: Math.min(most, tokens) }
}

const recentShare = 0.2
/** Of short messages a share holds hundreds; the older of these are worth no more than any others. */
const maxRecentMessages = 30

async function trimUntil(
  history: History<Message>,
  which: TrimRequest['which'],
  isSmall: () => boolean,
): Promise<void> {
  for (const maxOutputLength of trimLimits) {
    if (isSmall()) return
    await history.trim({ which, maxOutputLength })
  }
}

/** Tokens of the messages that a plan leaves word for word. */
function staying({ branch, view }: Snapshot, planned: Parameters<typeof isHiddenBy>[0]): number {
  const isHidden = isHiddenBy(planned)
  const stays = new Set(messagesOf(branch).flatMap(({ depth }) => (isHidden(depth) ? [] : [depth])))
  return view.reduce((sum, { span, count }) => (stays.has(span.from) ? sum + count : sum), 0)
}

/** What was cut before and after the text was written belongs to the same compaction. */
function withSizes(receipt: Receipt, before: Snapshot, after: Snapshot): Receipt {
  const [from, to] = [before.status.used, after.status.used]
  const kept = after.view.filter(({ kind }) => kind === 'verbatim' || kind === 'trimmed').length
  return { ...receipt, kept, before: from, after: to, reduction: 1 - to / from }
}
