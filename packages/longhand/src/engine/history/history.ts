import { append, type Branch, messagesOf } from '../../core/branch.ts'
import { checkBranch } from '../../core/check-branch.ts'
import type { Entry, MessageEntry } from '../../core/entry.ts'
import { LonghandError } from '../../core/errors.ts'
import { exchanges } from '../../core/exchange.ts'
import type { Fold, PlannedFold, TextFold } from '../../core/fold.ts'
import { foldBudget, partOf } from '../../core/fold-budget.ts'
import { isHiddenBy } from '../../core/is-hidden-by.ts'
import type { Message } from '../../core/message.ts'
import { compaction, type Plan, type PlanRequest, plan } from '../../core/plan.ts'
import type { Policy } from '../../core/policy.ts'
import { spanOf } from '../../core/protect.ts'
import { applySchedule } from '../../core/schedule.ts'
import { spanSearch } from '../../core/span-search.ts'
import { modelMessages, type View, view } from '../../core/view.ts'
import { limitOf, type ModelWindow, type WindowStatus, windowStatus } from '../../core/window.ts'
import type { FoldJob } from '../compaction/write-fold.ts'

/** What has been folded of a conversation that someone else keeps: plain JSON, theirs to store beside their messages. */
export type CompactionState = {
  /** 1 for the first compaction, 2 for one that stands on it, … */
  readonly version: number
  readonly folds: readonly Fold[]
  /** How many messages there were when it was made. */
  readonly messages: number
}

/** A conversation that someone else keeps: all of its messages, every time. */
export type Kept = {
  readonly messages: readonly Message[]
  readonly state: CompactionState | null
  /** ¶ numbers, from 1, of messages that must stay word for word. */
  readonly protected?: readonly number[]
}

/** How it is to be kept within its window, as plain data. */
export type HistoryOptions = {
  readonly policy: Policy
  readonly room: ModelWindow
  /** Real tokens for each counted one, and tokens of instructions and tools. */
  readonly ratio?: number
  readonly overhead?: number
  readonly by?: PlanRequest['by']
  readonly instructions?: string
}

/** What to do about a history: nothing, or to write these folds. */
export type HistoryDecision =
  | { readonly type: 'rest'; readonly view: readonly Message[]; readonly status: WindowStatus }
  | { readonly type: 'fold'; readonly status: WindowStatus; readonly plan: FoldPlan; readonly jobs: readonly FoldJob[] }

export type FoldPlan = Extract<Plan, { readonly type: 'fold' }>

type Count = (message: Message) => number

/** Decides about a history. With `rest` nothing is written, whatever the window says. */
export function decideHistory(
  kept: Kept,
  given: HistoryOptions & { readonly rest?: 'always' },
  count: Count,
): HistoryDecision {
  const options = { ...given, policy: applySchedule(given.policy, given.room, given.overhead ?? 0) }
  const branch = branchOf(kept, count)
  const read = view(branch)
  const status = statusOf(read, options)
  const by = options.by ?? (status.used > (limitOf(options.room) ?? Number.POSITIVE_INFINITY) ? 'limit' : 'threshold')
  const found = given.rest === 'always' ? null : plan(branch, options.policy, { by, status })
  if (found === null || found.type === 'rest') return { type: 'rest', view: modelMessages(read), status }
  return { type: 'fold', status, plan: found, jobs: jobsOf(branch, found.planned, { ...options, by }) }
}

/** The history once its folds are written. */
export function foldHistory(
  kept: Kept,
  {
    plan: decided,
    folds,
    ...options
  }: HistoryOptions & { readonly plan: FoldPlan; readonly folds: readonly TextFold[] },
  count: Count,
): { readonly view: readonly Message[]; readonly state: CompactionState; readonly status: WindowStatus } {
  const branch = branchOf(kept, count)
  const entry = compaction(branch, decided, folds)
  const read = view(append(branch, entry, 'new'))
  const state = { version: entry.version, folds: entry.folds, messages: kept.messages.length }
  return { view: modelMessages(read), state, status: statusOf(read, options) }
}

/** Odd depths are messages; the even one after the newest message of its time is the compaction. */
function branchOf({ messages, state, protected: numbers = [] }: Kept, count: Count): Branch {
  if (state !== null && state.messages > messages.length) {
    const sentence = `The state was made with ${state.messages} messages, but ${messages.length} came. Send all of them, or no state.`
    throw new LonghandError('stale', sentence)
  }
  const said = messages.map((message, at): MessageEntry => {
    return { type: 'message', id: `m${at + 1}`, depth: 2 * at + 1, number: at + 1, message, count: count(message) }
  })
  const branch: Branch =
    state === null ? said : [...said.slice(0, state.messages), asEntry(state), ...said.slice(state.messages)]
  return checkBranch([...branch, ...protections(said, numbers, branch.at(-1)?.depth ?? 0)])
}

const asEntry = ({ version, folds, messages }: CompactionState) =>
  ({ type: 'compaction', id: 'state', depth: 2 * messages, version, base: null, edits: null, folds }) as const

/** An entry for each message that must stay, with its whole exchange. */
function protections(said: readonly MessageEntry[], numbers: readonly number[], depth: number): readonly Entry[] {
  if (numbers.length === 0) return []
  const spans = new Map(
    exchanges(said).flatMap(one => one.messages.map(({ number }) => [number, spanOf(one)] as const)),
  )
  return [...new Set(numbers)].map((number, at): Entry => {
    const span = spans.get(number)
    if (span === undefined)
      throw new LonghandError('not-found', `There is no message ¶ ${number} here. The newest is ¶ ${said.length}.`)
    return { type: 'protection', id: `p${number}`, depth: depth + at + 1, span, wish: 'protect' }
  })
}

/** A job for each blank: what it hides, beside what none of them hides. */
function jobsOf(
  branch: Branch,
  blanks: readonly PlannedFold[],
  { policy, room, instructions, by }: HistoryOptions,
): readonly FoldJob[] {
  const isHidden = isHiddenBy(blanks)
  const search = spanSearch(blanks.map(blank => ({ ...blank.span, blank })))
  const blankAt = (depth: number): PlannedFold | null => search({ from: depth, to: depth })?.blank ?? null
  const messages = messagesOf(branch)
  const hidden = Map.groupBy(messages, ({ depth }) => (isHidden(depth) ? blankAt(depth) : null))
  const alsoShown = hidden.get(null) ?? []
  const staying = alsoShown.reduce((sum, { count }) => sum + count, 0)
  const replaced = Map.groupBy(textsInForce(branch), ({ span }) => blankAt(span.from))
  return blanks.map(blank => ({
    blank,
    span: hidden.get(blank) ?? [],
    alsoShown,
    previous: previousOf(replaced.get(blank) ?? []),
    source: 'last-summary',
    instructions: instructions ?? null,
    warmView: null,
    budget: partOf(foldBudget(policy, room.window ?? unknownWindow, staying), blanks.length),
    minRetention: policy.minRetention,
    tag: policy.tag,
    onFailure: by === 'limit' ? 'truncate' : 'reject',
  }))
}

const unknownWindow = 128_000

const textsInForce = (branch: Branch): readonly TextFold[] =>
  (branch.find(entry => entry.type === 'compaction')?.folds ?? []).filter(
    (fold): fold is TextFold => fold.type !== 'trim',
  )

function previousOf(texts: readonly TextFold[]): FoldJob['previous'] {
  if (texts.length === 0) return null
  const to = texts.reduce((last, { span }) => Math.max(last, span.to), 0)
  return { text: texts.map(({ text }) => text).join('\n\n'), to }
}

function statusOf(read: View, { room, overhead = 0, ratio = 1 }: HistoryOptions): WindowStatus {
  const messages = Math.ceil(ratio * read.reduce((sum, { count }) => sum + count, 0))
  const breakdown = { system: overhead, tools: 0, summary: 0, protected: 0, messages, attachments: 0 }
  return windowStatus({ used: overhead + messages, source: 'estimated', breakdown }, room)
}
