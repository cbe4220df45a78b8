import type { MessageEntry } from './entry.ts'
import type { Exchange } from './exchange.ts'
import type { PlannedFold } from './fold.ts'
import { digestShare } from './fold-budget.ts'
import { goalOf } from './goal.ts'
import type { Layout } from './layout.ts'
import { openingBeyond } from './opening.ts'
import { isFromPerson } from './person-text.ts'
import type { Choice, PlanRequest } from './plan-request.ts'
import type { Keep, Policy } from './policy.ts'
import { spanSearch } from './span.ts'
import type { ReachedThreshold } from './threshold.ts'
import { limitOf, roomOf, type WindowStatus } from './window.ts'

/** The folds to write, and the tokens of the view that they would remove. */
export type PlannedFolds = { readonly planned: readonly PlannedFold[]; readonly tokens: number }

/** What to fold of a branch when it is due. */
export function plannedFolds(layout: Layout, policy: Policy, request: FoldRequest): PlannedFolds {
  const candidates = candidatesIn(layout, policy, request)
  const planned = byStrategy(candidates, policy, request)
  const plannedAt = spanSearch(planned.map(({ span }) => span))
  const isFolded = ({ depth }: MessageEntry) =>
    !candidates.shielded.has(depth) && plannedAt({ from: depth, to: depth }) !== null
  const messages = candidates.exchanges.flatMap(exchange => exchange.messages.filter(isFolded))
  const replaced = layout.folds.filter(fold => fold.type !== 'trim' && plannedAt(fold.span) !== null)
  return { planned, tokens: tokensOf([...messages, ...replaced]) }
}

type FoldRequest = Pick<PlanRequest, 'by' | 'status' | 'choice' | 'recent'> & {
  /** The threshold that was reached; null when someone asks without one. */
  readonly due: ReachedThreshold | null
}

/** The exchanges that the view still shows whole, oldest first, and what of them stays. */
type Candidates = Pick<Layout, 'folds'> & {
  readonly exchanges: readonly Exchange[]
  /** Index of the first exchange that stays because it is recent. */
  readonly recent: number
  /** Messages that stay word for word, by depth. */
  readonly shielded: ReadonlySet<number>
  /** Depth of the last message of the opening; spans start after it. */
  readonly opening: number
}

function candidatesIn(layout: Layout, policy: Policy, request: FoldRequest): Candidates {
  const { by, status, choice } = request
  const { folds, shown: exchanges, shields } = layout
  const folding = by === 'target' ? openingBeyond(layout, openingShare * goalOf(policy, roomOf(status), 0).tokens) : []
  const opening = [...shields].reduce((last, [depth, why]) => (why === 'opening' ? Math.max(last, depth) : last), 0)
  const ofPerson = exchanges.findLast(({ messages }) => isFromPerson(messages[0]!.message))
  // Whoever named a size does without what a program said last; otherwise it may be what the model is answering.
  const ofUser =
    by === 'target' ? undefined : exchanges.findLast(({ messages }) => messages[0]!.message.role === 'user')
  const shielded = new Set(shields.keys())
  for (const depth of folding) shielded.delete(depth)
  for (const newest of [ofPerson, ofUser]) for (const { depth } of newest?.messages ?? []) shielded.add(depth)
  for (const depth of chosenDepths(exchanges, choice)) shielded.add(depth)
  const isRecent = choice === undefined || choice.type === 'keep'
  const atLeast = by === 'target' ? 0 : 1
  const recent = isRecent
    ? exchanges.length - keptExchanges(exchanges, keepFor(policy, request), atLeast)
    : afterChoice(exchanges, choice)
  // However many messages an opening has, so no spread into arguments.
  return {
    folds,
    exchanges,
    recent,
    shielded,
    opening: folding.reduce((last, depth) => Math.min(last, depth - 1), opening),
  }
}

/** What stays because it is recent; less of it where a request would not fit otherwise. */
function keepFor({ keep }: Policy, { recent, status }: FoldRequest): Keep {
  if (recent === undefined) return keep
  return { by: 'tokens', amount: Math.floor((limitOf(roomOf(status)) ?? 0) * fewerShare) }
}

const fewerShare = 0.4

/** Where someone named a size, what the opening may take of it. */
const openingShare = 0.2

/** Depths that stay because the person chose them. */
function chosenDepths(all: readonly Exchange[], choice: Choice | undefined): readonly number[] {
  if (choice === undefined || choice.type === 'up-to') return []
  const numbers = new Set(choice.numbers)
  const isChosen = (entry: MessageEntry) => numbers.has(entry.number)
  const stays = ({ messages }: Exchange) => messages.some(isChosen) === (choice.type === 'keep')
  return all.filter(stays).flatMap(({ messages }) => messages.map(({ depth }) => depth))
}

/** Index of the first exchange after what a person chose to fold. */
function afterChoice(all: readonly Exchange[], choice: Exclude<Choice, { type: 'keep' }>): number {
  const last =
    choice.type === 'up-to' ? choice.number : choice.numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const at = all.findLastIndex(({ messages }) => messages[0]!.number <= last)
  // Whatever the person chooses, the model must see what it is answering.
  return Math.min(at + 1, all.length - 1)
}

/** How many exchanges at the end of a list stay word for word. Usually at least one: the model must see what it is answering. */
function keptExchanges(all: readonly Exchange[], keep: Keep, atLeast: number): number {
  let kept = 0
  let load = 0
  while (kept < all.length && (kept < atLeast || load < keep.amount)) {
    const next = load + weigh(all, all.length - kept - 1, keep.by)
    // A token budget must not be exceeded; a number of messages or turns is a promise, so it is rounded up.
    if (keep.by === 'tokens' && kept >= atLeast && next > keep.amount) break
    load = next
    kept++
  }
  return kept
}

function weigh(all: readonly Exchange[], at: number, by: Keep['by']): number {
  const { messages } = all[at]!
  if (by === 'messages') return messages.length
  if (by === 'tokens') return tokensOf(messages)
  const startsTurn = roleAt(all, at) === 'user' && roleAt(all, at - 1) !== 'user'
  return startsTurn ? 1 : 0
}

const roleAt = (all: readonly Exchange[], at: number) => all[at]?.messages[0]?.message.role

function byStrategy(candidates: Candidates, policy: Policy, request: FoldRequest): readonly PlannedFold[] {
  if (policy.strategy === 'summary' || request.recent !== undefined) return summary(candidates)
  const runs = digestibleRuns(candidates)
  const shown = candidates.exchanges.reduce((sum, { messages }) => sum + messages.length, 0)
  const { planned, reachesGoal } = digests(runs, policy, { ...request, shown })
  if (planned.length > maxDigests) return summary(candidates)
  // What people said and the digests themselves become one summary when digesting alone does not help: C19 by cost at
  // once, otherwise when there is next to nothing left to digest.
  const helps = policy.schedule === null && tokensOf(runs.flat()) >= policy.minSaving * request.status.used
  return reachesGoal || (helps && request.by !== 'target') ? planned : summary(candidates)
}

/** One summary of everything between the opening and the recent part; an earlier summary is folded into it. */
function summary({ exchanges, recent, shielded, opening, folds }: Candidates): readonly PlannedFold[] {
  const old = exchanges.slice(0, recent).flatMap(({ messages }) => messages)
  const folding = new Set(old.filter(({ depth }) => depth > opening && !shielded.has(depth)).map(({ depth }) => depth))
  if (folding.size === 0) return []
  const folded = folds.filter(({ type }) => type !== 'trim').map(({ span }) => span.to)
  const span = { from: opening + 1, to: [...folding, ...folded].reduce((a, b) => Math.max(a, b)) }
  // Everything else shown inside the span stays word for word, whatever the reason it is shown for.
  const shown = exchanges.flatMap(({ messages }) => messages.map(({ depth }) => depth))
  const kept = shown.filter(depth => depth >= span.from && depth <= span.to && !folding.has(depth))
  return [{ type: 'summary', span, kept }]
}

/** Each digest is a call to a model: beyond this many, one summary is the better choice. */
const maxDigests = 64

type Run = readonly MessageEntry[]

/** Runs of assistant and tool messages; what people and the system said stays. */
function digestibleRuns({ exchanges, recent, shielded, opening }: Candidates): readonly Run[] {
  const runs: MessageEntry[][] = []
  let run: MessageEntry[] = []
  const close = () => {
    if (run.length > 0) runs.push(run)
    run = []
  }
  for (const exchange of exchanges.slice(0, recent)) {
    const first = exchange.messages[0]!
    const joins = run.length === 0 || first.number === run.at(-1)!.number + 1
    if (!joins) close()
    if (
      first.depth > opening &&
      isAssistantOnly(exchange) &&
      !exchange.messages.some(({ depth }) => shielded.has(depth))
    ) {
      for (const entry of exchange.messages) run.push(entry)
    } else close()
  }
  close()
  return runs
}

const isAssistantOnly = ({ messages }: Exchange): boolean =>
  messages.every(({ message }) => message.role === 'assistant' || message.role === 'tool')

/**
 * Digests of the earliest runs, each in its place, and whether they are expected to get under the threshold. When strict,
 * only the earliest run that is worth it; otherwise as many as it takes.
 */
function digests(runs: readonly Run[], policy: Policy, { by, status, due, shown }: DigestRequest) {
  const goal = goalOf(policy, roomOf(status), 0)
  if (by === 'target') {
    const staying = status.used - tokensOf(runs.flat())
    return { planned: runs.map(digest), reachesGoal: staying <= maxStaying * goal.tokens }
  }
  const surplus = { tokens: status.used - goal.tokens, messages: shown - (goal.messages ?? shown) }
  if (policy.incremental === 'strict') return { planned: earliest(runs, status).map(digest), reachesGoal: true }
  const chosen: Run[] = []
  const saved = { tokens: 0, messages: 0 }
  // No digest makes turns fewer: all that is old is digested, and that is that.
  const takesAll = due === 'turns'
  const isEnough = () => !takesAll && saved.tokens >= surplus.tokens && saved.messages >= surplus.messages
  for (const run of runs) {
    if (chosen.length > maxDigests || (chosen.length > 0 && isEnough())) break
    chosen.push(run)
    saved.tokens += (1 - digestShare) * tokensOf(run)
    saved.messages += run.length
  }
  return { planned: chosen.map(digest), reachesGoal: takesAll || isEnough() }
}

/** What may stay beside digests of a size that someone named: the rest is for their words. */
const maxStaying = 0.7

/** `shown`: how many messages the view shows whole. */
type DigestRequest = FoldRequest & { readonly shown: number }

/** The earliest run that is worth it; a short answer before it must not block it for ever. */
function earliest(runs: readonly Run[], { used }: WindowStatus): readonly Run[] {
  const first = runs.find(run => tokensOf(run) >= minRunShare * used)
  return first === undefined ? runs.toSorted((a, b) => tokensOf(b) - tokensOf(a)).slice(0, 1) : [first]
}

const minRunShare = 0.01

const digest = (run: Run): PlannedFold => ({
  type: 'digest',
  span: { from: run[0]!.depth, to: run.at(-1)!.depth },
  kept: [],
})

const tokensOf = (counted: readonly { readonly count: number }[]): number =>
  counted.reduce((sum, { count }) => sum + count, 0)
