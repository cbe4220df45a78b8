import { append, type Branch, messagesOf } from '../core/branch.ts'
import { checkBranch } from '../core/check-branch.ts'
import type { Entry, MessageEntry } from '../core/entry.ts'
import { LonghandError } from '../core/errors.ts'
import { exchanges } from '../core/exchange.ts'
import { type Blank, type Fold, hides, type TextFold } from '../core/fold.ts'
import { foldBudget, partOf } from '../core/fold-budget.ts'
import type { Message } from '../core/message.ts'
import { type Ask, compaction, type Plan, plan } from '../core/plan.ts'
import type { Policy } from '../core/policy.ts'
import { spanOf } from '../core/protect.ts'
import { onSchedule } from '../core/schedule.ts'
import { within } from '../core/span.ts'
import { modelMessages, type View, view } from '../core/view.ts'
import { limitOf, type Room, type Status, windowStatus } from '../core/window.ts'
import type { FoldJob } from './write-fold.ts'

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
  readonly room: Room
  /** Real tokens for each counted one, and tokens of instructions and tools. */
  readonly ratio?: number
  readonly overhead?: number
  readonly by?: Ask['by']
  readonly instructions?: string
}

/** What to do about a history: nothing, or to write these folds. */
export type HistoryDecision =
  | { readonly type: 'rest'; readonly view: readonly Message[]; readonly status: Status }
  | { readonly type: 'fold'; readonly status: Status; readonly plan: FoldPlan; readonly jobs: readonly FoldJob[] }

export type FoldPlan = Extract<Plan, { readonly type: 'fold' }>

type Count = (message: Message) => number

/** Decides about a history. With `rest` nothing is written, whatever the window says. */
export function decideHistory(
  kept: Kept,
  given: HistoryOptions & { readonly rest?: 'always' },
  count: Count,
): HistoryDecision {
  const options = { ...given, policy: onSchedule(given.policy, given.room, given.overhead ?? 0) }
  const branch = branchOf(kept, count)
  const read = view(branch)
  const status = statusOf(read, options)
  const by = options.by ?? (status.used > (limitOf(options.room) ?? Number.POSITIVE_INFINITY) ? 'limit' : 'threshold')
  const found = given.rest === 'always' ? null : plan(branch, options.policy, { by, status })
  if (found === null || found.type === 'rest') return { type: 'rest', view: modelMessages(read), status }
  const jobs = found.blanks.map(blank => jobOf(branch, { blank, blanks: found.blanks }, options, by))
  return { type: 'fold', status, plan: found, jobs }
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
): { readonly view: readonly Message[]; readonly state: CompactionState; readonly status: Status } {
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

type Part = { readonly blank: Blank; readonly blanks: readonly Blank[] }

function jobOf(
  branch: Branch,
  { blank, blanks }: Part,
  { policy, room, instructions }: HistoryOptions,
  by: Ask['by'],
): FoldJob {
  const messages = messagesOf(branch)
  const beside = messages.filter(({ depth }) => !blanks.some(one => hides(one, depth)))
  const staying = beside.reduce((sum, { count }) => sum + count, 0)
  return {
    blank,
    span: messages.filter(({ depth }) => hides(blank, depth)),
    beside,
    previous: previousOf(branch, blank),
    source: 'last-summary',
    instructions: instructions ?? null,
    warm: null,
    budget: partOf(foldBudget(policy, room.window ?? unknownWindow, staying), blanks.length),
    least: policy.leastRetention,
    tag: policy.tag,
    otherwise: by === 'limit' ? 'truncate' : 'reject',
  }
}

const unknownWindow = 128_000

function previousOf(branch: Branch, { span }: Blank): FoldJob['previous'] {
  const state = branch.find(entry => entry.type === 'compaction')
  const texts = (state?.folds ?? []).filter(
    (fold): fold is TextFold => fold.type !== 'trim' && within(span, fold.span.from),
  )
  const last = texts.toSorted((a, b) => a.span.to - b.span.to).at(-1)
  return last === undefined ? null : { text: texts.map(({ text }) => text).join('\n\n'), to: last.span.to }
}

function statusOf(read: View, { room, overhead = 0, ratio = 1 }: HistoryOptions): Status {
  const messages = Math.ceil(ratio * read.reduce((sum, { count }) => sum + count, 0))
  const breakdown = { system: overhead, tools: 0, summary: 0, protected: 0, messages, attachments: 0 }
  return windowStatus({ used: overhead + messages, source: 'estimated', breakdown }, room)
}
