import { activeCompaction, activeFolds, type Branch, isShownUnder, messagesOf, protectedSpans } from './branch.ts'
import type { CompactionEntry, EntryDraft, MessageEntry } from './entry.ts'
import { type Exchange, exchanges } from './exchange.ts'
import type { Fold, PlannedFold, TextFold } from './fold.ts'
import { keptExchanges } from './keep.ts'
import type { PlanContext } from './plan-context.ts'
import { maxDigests, planDigests } from './plan-digest.ts'
import { planSummary } from './plan-summary.ts'
import type { Policy } from './policy.ts'
import { shields } from './protect.ts'
import { covers, type Span } from './span.ts'
import { spanSearch } from './span-search.ts'
import { reached } from './threshold.ts'
import { turnCount } from './turn.ts'
import { limitOf, type WindowStatus } from './window.ts'

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

/**
 * Who asks for a plan, and why. `threshold`: the engine, at the start of a turn or between two steps. `person`: `/compact`.
 * `force`: `/compact --force`. `limit`: the request no longer fits.
 */
export type PlanRequest = {
  readonly by: 'threshold' | 'person' | 'force' | 'limit'
  readonly status: WindowStatus
  readonly choice?: Choice
  /** `cold`: the provider has forgotten the view, and whatever is sent next is written to its cache again. */
  readonly cache?: 'warm' | 'cold'
}

/** A person's own choice of what to fold, by ¶ number. */
export type Choice =
  | { readonly type: 'up-to'; readonly number: number }
  | { readonly type: 'keep'; readonly numbers: readonly number[] }
  | { readonly type: 'fold'; readonly numbers: readonly number[] }

/** Decides what to do about a branch: leave it as it is, or fold a stretch of it. Nothing happens yet. */
export function plan(branch: Branch, policy: Policy, request: PlanRequest): Plan {
  const context = planContext(branch, policy, request.choice)
  const reason = reasonToRest(context, policy, request)
  if (reason !== null) return { type: 'rest', reason }
  const planned = plannedFolds(context, policy, request.status)
  if (planned.length === 0) return { type: 'rest', reason: 'nothing-to-fold' }
  if (request.by !== 'limit' && foldableTokens(context, planned) < policy.minSaving * request.status.used) {
    return { type: 'rest', reason: 'little-to-gain' }
  }
  const plannedAt = spanSearchIn(planned)
  const carried = activeFolds(branch).filter(fold => plannedAt(fold.span) === null)
  const strategy = planned[0]!.type
  return { type: 'fold', strategy, planned, carried }
}

function plannedFolds(context: PlanContext, policy: Policy, status: WindowStatus): readonly PlannedFold[] {
  if (policy.strategy === 'summary') return planSummary(context)
  const { planned, reachesTarget } = planDigests(context, policy, status)
  if (planned.length > maxDigests) return planSummary(context)
  // C19 by cost, what people said and the digests themselves become one summary when digesting alone does not help.
  return reachesTarget || policy.schedule === null ? planned : planSummary(context)
}

/** The entry that puts written folds into effect. */
export function compaction(
  branch: Branch,
  { carried }: Extract<Plan, { type: 'fold' }>,
  written: readonly TextFold[],
): EntryDraft<CompactionEntry> {
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

function planContext(branch: Branch, policy: Policy, choice: Choice | undefined): PlanContext {
  const folds = activeFolds(branch)
  const isShown = isShownUnder(folds, protectedSpans(branch))
  const shown = messagesOf(branch).filter(entry => isShown(entry.depth))
  const all = exchanges(shown).filter(({ state }) => state !== 'orphan')
  const found = shields(branch)
  const opening = [...found].reduce((last, [depth, shield]) => (shield === 'opening' ? Math.max(last, depth) : last), 0)
  const newest = shown.findLast(({ message }) => message.role === 'user')
  const shielded = new Set([
    ...found.keys(),
    ...(newest === undefined ? [] : [newest.depth]),
    ...chosenDepths(all, choice),
  ])
  return { branch, exchanges: all, recent: recentStart(all, policy, choice), shielded, opening, folds }
}

function recentStart(all: readonly Exchange[], policy: Policy, choice: Choice | undefined): number {
  if (choice === undefined || choice.type === 'keep') return all.length - keptExchanges(all, policy.keep)
  const last =
    choice.type === 'up-to' ? choice.number : choice.numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const at = all.findLastIndex(({ messages }) => messages[0]!.number <= last)
  // Whatever the person chooses, the model must see what it is answering.
  return Math.min(at + 1, all.length - 1)
}

/** Depths that stay because the person chose them. */
function chosenDepths(all: readonly Exchange[], choice: Choice | undefined): readonly number[] {
  if (choice === undefined || choice.type === 'up-to') return []
  const numbers = new Set(choice.numbers)
  const isChosen = (entry: MessageEntry) => numbers.has(entry.number)
  const stays = ({ messages }: Exchange) => messages.some(isChosen) === (choice.type === 'keep')
  return all.filter(stays).flatMap(({ messages }) => messages.map(({ depth }) => depth))
}

function reasonToRest(
  { branch, exchanges: all }: PlanContext,
  policy: Policy,
  request: PlanRequest,
): RestReason | null {
  const { by, status } = request
  if (by === 'force') return null
  if (policy.automatic !== 'on' && by !== 'person') return 'off'
  if (by === 'limit') return null
  const shown = all.flatMap(({ messages }) => messages)
  const load = { used: status.used, messages: shown.length, turns: turnCount(shown) }
  const room = { window: status.window, reserve: status.reserved }
  if (reached(policy.threshold, load, room) === null && !isColdMoment(policy, request)) return 'fits'
  const limit = limitOf(room)
  const fits = limit === null || status.used <= limit
  if (fits && (shown.at(-1)?.number ?? 0) < policy.minMessages) return 'too-short'
  // Compacting again before anyone has answered cannot help: the same messages would be too many again.
  if (by === 'threshold' && fits && !repliedSince(branch)) return 'no-new-reply'
  return null
}

/** C19 with a cold cache the next request pays for the whole view anyway: the less of it there is, the better. */
export const isColdMoment = ({ cold }: Policy, { cache, status }: Pick<PlanRequest, 'cache' | 'status'>): boolean =>
  cache === 'cold' && cold !== null && status.share !== null && status.share >= cold

function repliedSince(branch: Branch): boolean {
  const since = activeCompaction(branch)?.depth ?? 0
  return branch.some(entry => entry.type === 'message' && entry.depth > since && entry.message.role === 'assistant')
}

/** Tokens in the view that the planned folds would remove. */
function foldableTokens({ exchanges: all, folds, shielded }: PlanContext, planned: readonly PlannedFold[]): number {
  const plannedAt = spanSearchIn(planned)
  const isFolded = ({ depth }: MessageEntry) => !shielded.has(depth) && plannedAt({ from: depth, to: depth }) !== null
  const messages = all.flatMap(exchange => exchange.messages.filter(isFolded))
  const replaced = folds.filter(fold => fold.type !== 'trim' && plannedAt(fold.span) !== null)
  return [...messages, ...replaced].reduce((sum, { count }) => sum + count, 0)
}
