import { append, type Branch, messagesOf } from '../core/branch.ts'
import type { MessageEntry } from '../core/entry.ts'
import { LonghandError } from '../core/errors.ts'
import { type Blank, type Fold, hides, type TextFold } from '../core/fold.ts'
import { foldBudget, partOf } from '../core/fold-budget.ts'
import type { Message } from '../core/message.ts'
import { type Ask, compaction, plan } from '../core/plan.ts'
import type { Policy } from '../core/policy.ts'
import { protection } from '../core/protect.ts'
import { onSchedule } from '../core/schedule.ts'
import { within } from '../core/span.ts'
import { modelMessages, type View, view } from '../core/view.ts'
import { limitOf, type Room, type Status, windowStatus } from '../core/window.ts'
import { taskRunner } from './run-task.ts'
import { type FoldJob, type FoldTools, writeFold } from './write-fold.ts'

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

/** How it is to be kept within its window. */
export type Keeping = FoldTools & {
  readonly policy: Policy
  readonly room: Room
  /** Real tokens for each counted one, and tokens of instructions and tools. */
  readonly ratio?: number
  readonly overhead?: number
  readonly by?: Ask['by']
  readonly instructions?: string
}

export type Within = {
  /** What to send to the model. */
  readonly view: readonly Message[]
  readonly state: CompactionState | null
  readonly status: Status
  /** The compaction that was made just now; null when none was needed, or none could be made. */
  readonly compacted: { readonly before: number; readonly after: number; readonly retention: number } | null
}

/** The view of a conversation, compacted when its window asks for it. A summary that fails leaves everything as it was. */
export async function keepWithin(kept: Kept, wanted: Keeping): Promise<Within> {
  const keeping = { ...wanted, policy: onSchedule(wanted.policy, wanted.room, wanted.overhead ?? 0) }
  const branch = branchOf(kept, await taskRunner(keeping)('counts', kept.messages))
  const status = statusOf(view(branch), keeping)
  const asItIs: Within = { view: modelMessages(view(branch)), state: kept.state, status, compacted: null }
  const by = keeping.by ?? (status.used > (limitOf(keeping.room) ?? Number.POSITIVE_INFINITY) ? 'limit' : 'threshold')
  const decision = plan(branch, keeping.policy, { by, status })
  if (decision.type === 'rest') return asItIs
  const jobs = decision.blanks.map(blank => jobOf(branch, { blank, blanks: decision.blanks }, keeping, by))
  const written = await Promise.all(jobs.map(job => writeFold(job, keeping)))
  const folds = written.flatMap(one => (one.type === 'written' ? [one.fold] : []))
  if (folds.length < written.length) return asItIs
  const entry = compaction(branch, decision, folds)
  const read = view(append(branch, entry, 'new'))
  const after = statusOf(read, keeping)
  const retention = Math.min(...written.map(one => (one.type === 'written' ? one.retention.share : 0)))
  return {
    view: modelMessages(read),
    state: { version: entry.version, folds: entry.folds, messages: kept.messages.length },
    status: after,
    compacted: { before: status.used, after: after.used, retention },
  }
}

/** Odd depths are messages; the even one after the newest message of its time is the compaction. */
function branchOf({ messages, state, protected: numbers = [] }: Kept, counts: readonly number[]): Branch {
  if (state !== null && state.messages > messages.length) {
    const sentence = `The state was made with ${state.messages} messages, but ${messages.length} came. Send all of them, or no state.`
    throw new LonghandError('stale', sentence)
  }
  const said = messages.map((message, at): MessageEntry => {
    return {
      type: 'message',
      id: `m${at + 1}`,
      depth: 2 * at + 1,
      number: at + 1,
      message,
      count: counts[at]!,
    }
  })
  const branch: Branch =
    state === null ? said : [...said.slice(0, state.messages), asEntry(state), ...said.slice(state.messages)]
  return numbers.reduce((longer, number) => append(longer, protection(longer, number, 'protect'), `p${number}`), branch)
}

const asEntry = ({ version, folds, messages }: CompactionState) =>
  ({ type: 'compaction', id: 'state', depth: 2 * messages, version, base: null, edits: null, folds }) as const

type Part = { readonly blank: Blank; readonly blanks: readonly Blank[] }

function jobOf(
  branch: Branch,
  { blank, blanks }: Part,
  { policy, room, instructions }: Keeping,
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
  if (texts.length === 0) return null
  return { text: texts.map(({ text }) => text).join('\n\n'), to: Math.max(...texts.map(fold => fold.span.to)) }
}

function statusOf(read: View, { room, overhead = 0, ratio = 1 }: Keeping): Status {
  const messages = Math.ceil(ratio * read.reduce((sum, { count }) => sum + count, 0))
  const breakdown = { system: overhead, tools: 0, summary: 0, protected: 0, messages, attachments: 0 }
  return windowStatus({ used: overhead + messages, source: 'estimated', breakdown }, room)
}
