import { type Branch, foldsInForce, inForce, messagesOf, protectedSpans, shownTest } from './branch.ts'
import type { CompactionEntry, Draft, MessageEntry } from './entry.ts'
import { type Exchange, exchanges } from './exchange.ts'
import type { Blank, Fold, TextFold } from './fold.ts'
import { keptExchanges } from './keep.ts'
import { maxDigests, planDigests } from './plan-digest.ts'
import { planSummary } from './plan-summary.ts'
import type { Policy } from './policy.ts'
import { shields } from './protect.ts'
import { covers, type Span } from './span.ts'
import { spanSearch } from './span-search.ts'
import { reached } from './threshold.ts'
import { turnCount } from './turn.ts'
import { limitOf, type Status } from './window.ts'

/** What to do about a branch. Deciding is pure; the compactor acts. */
export type Plan =
  | { readonly type: 'rest'; readonly reason: RestReason }
  | {
      readonly type: 'fold'
      readonly strategy: Policy['strategy']
      /** What is to be written. */
      readonly blanks: readonly Blank[]
      /** Folds in force that stay as they are. */
      readonly carried: readonly Fold[]
    }

export type RestReason = 'off' | 'fits' | 'too-short' | 'no-new-reply' | 'nothing-to-fold' | 'little-to-gain'

/**
 * Who asks, and for what. `threshold`: the engine, at the start of a turn or between two steps. `person`: `/compact`.
 * `force`: `/compact --force`. `limit`: the request does not fit any more.
 */
export type Ask = {
  readonly by: 'threshold' | 'person' | 'force' | 'limit'
  readonly status: Status
  readonly choice?: Choice
  /** `cold`: the provider has forgotten the view, and whatever is sent next is written to its cache anew. */
  readonly cache?: 'warm' | 'cold'
}

/** A person's own choice of what to fold, by ¶ number. */
export type Choice =
  | { readonly type: 'up-to'; readonly number: number }
  | { readonly type: 'keep'; readonly numbers: readonly number[] }
  | { readonly type: 'fold'; readonly numbers: readonly number[] }

export function plan(branch: Branch, policy: Policy, ask: Ask): Plan {
  const scene = look(branch, policy, ask.choice)
  const reason = reasonToRest(scene, policy, ask)
  if (reason !== null) return { type: 'rest', reason }
  const blanks = blanksOf(scene, policy, ask.status)
  if (blanks.length === 0) return { type: 'rest', reason: 'nothing-to-fold' }
  if (ask.by !== 'limit' && foldable(scene, blanks) < policy.minSaving * ask.status.used) {
    return { type: 'rest', reason: 'little-to-gain' }
  }
  const blankAt = searchIn(blanks)
  const carried = foldsInForce(branch).filter(fold => blankAt(fold.span) === null)
  const strategy = blanks[0]!.type
  return { type: 'fold', strategy, blanks, carried }
}

function blanksOf(scene: Scene, policy: Policy, status: Status): readonly Blank[] {
  if (policy.strategy === 'summary') return planSummary(scene)
  const { blanks, enough } = planDigests(scene, policy, status)
  if (blanks.length > maxDigests) return planSummary(scene)
  // C19 by cost, what people said and the digests themselves become one summary when digesting alone does not help.
  return enough || policy.schedule === null ? blanks : planSummary(scene)
}

/** The entry that makes written folds count. */
export function compaction(
  branch: Branch,
  { carried }: Extract<Plan, { type: 'fold' }>,
  written: readonly TextFold[],
): Draft<CompactionEntry> {
  const base = inForce(branch)
  const folds = [...carried, ...written].toSorted((a, b) => a.span.from - b.span.from)
  return { type: 'compaction', version: (base?.version ?? 0) + 1, base: base?.id ?? null, edits: null, folds }
}

/** The texts that a plan brings. What stands already and is carried on is nothing new. */
export function newFolds({ blanks }: Extract<Plan, { type: 'fold' }>, folds: readonly Fold[]): readonly TextFold[] {
  const blankAt = searchIn(blanks)
  const isNew = ({ span }: Fold) => covers(blankAt(span) ?? nowhere, span)
  return folds.filter((fold): fold is TextFold => fold.type !== 'trim' && isNew(fold))
}

/** Blanks never overlap: each stands for messages of its own. */
const searchIn = (blanks: readonly Blank[]) => spanSearch(blanks.map(({ span }) => span))
const nowhere: Span = { from: 1, to: 0 }

/** What the planners look at: the exchanges that the view still shows whole, oldest first. */
export type Scene = {
  readonly branch: Branch
  readonly exchanges: readonly Exchange[]
  /** Index of the first exchange that stays because it is recent. */
  readonly recent: number
  /** Messages that stay word for word, by depth. */
  readonly shielded: ReadonlySet<number>
  /** Depth of the last message of the opening; spans start after it. */
  readonly opening: number
  readonly folds: readonly Fold[]
}

function look(branch: Branch, policy: Policy, choice: Choice | undefined): Scene {
  const folds = foldsInForce(branch)
  const isShown = shownTest(folds, protectedSpans(branch))
  const shown = messagesOf(branch).filter(entry => isShown(entry.depth))
  const all = exchanges(shown).filter(({ state }) => state !== 'orphan')
  const found = shields(branch)
  const opening = [...found].reduce((last, [depth, shield]) => (shield === 'opening' ? Math.max(last, depth) : last), 0)
  const newest = shown.findLast(({ message }) => message.role === 'user')
  const shielded = new Set([...found.keys(), ...(newest === undefined ? [] : [newest.depth]), ...chosen(all, choice)])
  return { branch, exchanges: all, recent: recentFrom(all, policy, choice), shielded, opening, folds }
}

function recentFrom(all: readonly Exchange[], policy: Policy, choice: Choice | undefined): number {
  if (choice === undefined || choice.type === 'keep') return all.length - keptExchanges(all, policy.keep)
  const last =
    choice.type === 'up-to' ? choice.number : choice.numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const at = all.findLastIndex(({ messages }) => messages[0]!.number <= last)
  // However the person chooses, the model must see what it is answering.
  return Math.min(at + 1, all.length - 1)
}

/** Depths that stay because the person chose so. */
function chosen(all: readonly Exchange[], choice: Choice | undefined): readonly number[] {
  if (choice === undefined || choice.type === 'up-to') return []
  const numbers = new Set(choice.numbers)
  const named = (entry: MessageEntry) => numbers.has(entry.number)
  const stays = ({ messages }: Exchange) => messages.some(named) === (choice.type === 'keep')
  return all.filter(stays).flatMap(({ messages }) => messages.map(({ depth }) => depth))
}

function reasonToRest({ branch, exchanges: all }: Scene, policy: Policy, ask: Ask): RestReason | null {
  const { by, status } = ask
  if (by === 'force') return null
  if (policy.automatic !== 'on' && by !== 'person') return 'off'
  if (by === 'limit') return null
  const shown = all.flatMap(({ messages }) => messages)
  const load = { used: status.used, messages: shown.length, turns: turnCount(shown) }
  const room = { window: status.window, reserve: status.reserved }
  if (reached(policy.threshold, load, room) === null && !isColdMoment(policy, ask)) return 'fits'
  const limit = limitOf(room)
  const fits = limit === null || status.used <= limit
  if (fits && (shown.at(-1)?.number ?? 0) < policy.minMessages) return 'too-short'
  // Compacting again before anyone has answered cannot help: the same messages would be too many again.
  if (by === 'threshold' && fits && !repliedSince(branch)) return 'no-new-reply'
  return null
}

/** C19 with a cold cache the next request pays for the whole view anyway: the less of it there is, the better. */
export const isColdMoment = ({ cold }: Policy, { cache, status }: Pick<Ask, 'cache' | 'status'>): boolean =>
  cache === 'cold' && cold !== null && status.share !== null && status.share >= cold

function repliedSince(branch: Branch): boolean {
  const since = inForce(branch)?.depth ?? 0
  return branch.some(entry => entry.type === 'message' && entry.depth > since && entry.message.role === 'assistant')
}

/** Tokens that the view shows now and that the blanks would take away. */
function foldable({ exchanges: all, folds, shielded }: Scene, blanks: readonly Blank[]): number {
  const blankAt = searchIn(blanks)
  const goes = ({ depth }: MessageEntry) => !shielded.has(depth) && blankAt({ from: depth, to: depth }) !== null
  const messages = all.flatMap(exchange => exchange.messages.filter(goes))
  const replaced = folds.filter(fold => fold.type !== 'trim' && blankAt(fold.span) !== null)
  return [...messages, ...replaced].reduce((sum, { count }) => sum + count, 0)
}
