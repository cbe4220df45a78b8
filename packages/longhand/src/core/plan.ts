import { activeCompaction, type Branch } from './branch.ts'
import { checkItems, givenEntries } from './check-items.ts'
import { checkPlan } from './check-plan.ts'
import type { CompactionEntry, EntryDraft, MessageEntry } from './entry.ts'
import { type Fold, isHiddenBy, type PlannedFold, type TextFold } from './fold.ts'
import { type Layout, layoutOf } from './layout.ts'
import type { PlanRequest } from './plan-request.ts'
import { plannedFolds } from './planned-folds.ts'
import type { Policy } from './policy.ts'
import { covers, type Span, spanSearch } from './span.ts'
import { type ReachedThreshold, reached } from './threshold.ts'
import { fits, roomOf } from './window.ts'

/** What to do about a branch. Deciding is pure; the compactor acts on it. */
export type Plan =
  | { readonly type: 'rest'; readonly reason: RestReason }
  | {
      readonly type: 'fold'
      readonly strategy: Policy['strategy']
      /** The folds to write. */
      readonly planned: readonly PlannedFold[]
      /** Active folds that stay as they are. */
      readonly carried: readonly Fold[]
    }

export type RestReason = 'off' | 'fits' | 'too-short' | 'no-new-reply' | 'nothing-to-fold' | 'little-to-gain'

/** Decides what to do about a branch: leave it as it is, or fold a stretch of it. Nothing happens yet. */
export function plan(branch: Branch, policy: Policy, request: PlanRequest): Plan {
  checkPlan(branch, policy, request)
  return planOf(layoutOf(branch), policy, request)
}

/** The same for a branch that is laid out already. */
export function planOf(layout: Layout, policy: Policy, request: PlanRequest): Plan {
  const due = reachedBy(layout, policy, request)
  const reason = reasonToRest(layout, policy, { ...request, due })
  if (reason !== null) return { type: 'rest', reason }
  const { planned, tokens } = plannedFolds(layout, policy, { ...request, due })
  if (planned.length === 0) return { type: 'rest', reason: 'nothing-to-fold' }
  if (tokens < minSavingOf(policy, planned[0]!.type, request) * request.status.used)
    return { type: 'rest', reason: 'little-to-gain' }
  return { type: 'fold', strategy: planned[0]!.type, planned, carried: carriedFolds(layout, planned) }
}

/** The active folds that stay under planned ones. V13 a message that a person had trimmed stays so as long as it is shown. */
export function carriedFolds(layout: Layout, planned: readonly PlannedFold[]): readonly Fold[] {
  const plannedAt = spanSearchIn(planned)
  const isHidden = isHiddenBy(planned)
  const asked = new Set(shownMessages(layout).flatMap(({ depth, message }) => (message.role === 'user' ? [depth] : [])))
  const staysTrimmed = ({ type, span: { from } }: Fold) => type === 'trim' && asked.has(from) && !isHidden(from)
  return layout.folds.filter(fold => plannedAt(fold.span) === null || staysTrimmed(fold))
}

/**
 * C7 the share that a compaction must save: a tenth of it where `strict` means that one run is digested at a time and where
 * a request does not fit, and none where a size must be reached or nothing else is left to make a request fit.
 */
export function minSavingOf(
  { incremental, minSaving }: Policy,
  type: PlannedFold['type'],
  { by, recent }: Pick<PlanRequest, 'by' | 'recent'>,
): number {
  if (by === 'target' || recent === 'fewer') return 0
  return by === 'limit' || (type === 'digest' && incremental === 'strict') ? minSaving / 10 : minSaving
}

/** The entry that puts written folds into effect. */
export function compaction(
  branch: Branch,
  { carried }: Extract<Plan, { type: 'fold' }>,
  written: readonly TextFold[],
): EntryDraft<CompactionEntry> {
  checkItems(branch, givenEntries)
  const base = activeCompaction(branch)
  const folds = [...carried, ...written].toSorted((a, b) => a.span.from - b.span.from)
  return { type: 'compaction', version: (base?.version ?? 0) + 1, base: base?.id ?? null, edits: null, folds }
}

/** The text folds that a plan adds; those that are only carried over are not new. */
export function newFolds({ planned }: Extract<Plan, { type: 'fold' }>, folds: readonly Fold[]): readonly TextFold[] {
  const plannedAt = spanSearchIn(planned)
  const isNew = ({ span }: Fold) => covers(plannedAt(span) ?? emptySpan, span)
  return folds.filter((fold): fold is TextFold => fold.type !== 'trim' && isNew(fold))
}

/** Planned folds never overlap: each replaces its own messages. */
const spanSearchIn = (planned: readonly PlannedFold[]) => spanSearch(planned.map(({ span }) => span))
const emptySpan: Span = { from: 1, to: 0 }

const shownMessages = ({ shown }: Layout): readonly MessageEntry[] => shown.flatMap(({ messages }) => messages)

function reachedBy(layout: Layout, { threshold }: Policy, { status }: PlanRequest): ReachedThreshold | null {
  const room = roomOf(status)
  // Asked before every call, and mostly only about tokens: then nobody walks along all messages.
  if (threshold.messages === null && threshold.turns === null)
    return reached(threshold, { used: status.used, messages: 0, turns: 0 }, room)
  const messages = shownMessages(layout)
  const isUser = (entry: MessageEntry | undefined) => entry?.message.role === 'user'
  const turns = messages.filter((entry, at) => isUser(entry) && !isUser(messages[at - 1])).length
  return reached(threshold, { used: status.used, messages: messages.length, turns }, room)
}

type DueRequest = PlanRequest & { readonly due: ReachedThreshold | null }

function reasonToRest(layout: Layout, policy: Policy, request: DueRequest): RestReason | null {
  const { by, status, due } = request
  if (by === 'force') return null
  if (policy.automatic !== 'on' && by !== 'person' && by !== 'target') return 'off'
  if (by === 'limit') return null
  if (due === null && !isColdMoment(policy, request)) return 'fits'
  if (by === 'target' || !fits(status)) return null
  const messages = shownMessages(layout)
  if ((messages.at(-1)?.number ?? 0) < policy.minMessages) return 'too-short'
  const since = layout.current?.depth ?? 0
  const replied = messages.some(({ depth, message }) => depth > since && message.role === 'assistant')
  // Compacting again before anyone has answered cannot help: the same messages would be too many again.
  return by === 'threshold' && !replied ? 'no-new-reply' : null
}

/** C19 with a cold cache the next request pays for the whole view anyway: the less of it there is, the better. */
export const isColdMoment = ({ cold }: Policy, { cache, status }: Pick<PlanRequest, 'cache' | 'status'>): boolean =>
  cache === 'cold' && cold !== null && status.share !== null && status.share >= cold
