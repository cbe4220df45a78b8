import { append, type Branch } from '../core/branch.ts'
import type { MessageEntry } from '../core/entry.ts'
import { LonghandError } from '../core/errors.ts'
import type { Blank, Fold, TextFold } from '../core/fold.ts'
import type { Message } from '../core/message.ts'
import { type Ask, compaction, plan } from '../core/plan.ts'
import type { Policy } from '../core/policy.ts'
import { protection } from '../core/protect.ts'
import { modelMessages, type View, view } from '../core/view.ts'
import { limitOf, type Room, type Status, windowStatus } from '../core/window.ts'

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
export type Keeping = {
  readonly policy: Policy
  readonly room: Room
  readonly count: (message: Message) => number
  /** Tokens of instructions and tools, and a factor from counted to real tokens. */
  readonly overhead?: number
  readonly ratio?: number
  readonly write: WriteBlank
  readonly by?: Ask['by']
}

/** Writes a blank from the originals. Throws `summariser-failed` when nothing acceptable could be written. */
export type WriteBlank = (
  blank: Blank,
  originals: readonly MessageEntry[],
  previous: string | null,
) => Promise<TextFold>

export type Within = {
  /** What to send to the model. */
  readonly view: readonly Message[]
  readonly state: CompactionState | null
  readonly status: Status
  /** What the compaction that was made just now saved; null when none was needed. */
  readonly compacted: { readonly before: number; readonly after: number; readonly folded: number } | null
}

/** The view of a conversation, compacted when its window asks for it. A summary that fails leaves everything as it was. */
export async function keepWithin(kept: Kept, keeping: Keeping): Promise<Within> {
  const branch = branchOf(kept, keeping)
  const read = view(branch)
  const status = statusOf(read, keeping)
  const limit = limitOf(keeping.room)
  const by = keeping.by ?? (limit !== null && status.used > limit ? 'limit' : 'threshold')
  const decision = plan(branch, keeping.policy, { by, status })
  if (decision.type === 'rest') return { view: modelMessages(read), state: kept.state, status, compacted: null }
  const written: TextFold[] = []
  for (const blank of decision.blanks)
    written.push(await keeping.write(blank, originalsOf(branch, blank), previousOf(kept, blank)))
  const after = append(branch, compaction(branch, decision, written), 'after')
  const compactedView = view(after)
  const state = {
    version: (kept.state?.version ?? 0) + 1,
    folds: compaction(branch, decision, written).folds,
    messages: kept.messages.length,
  }
  const folded = read.length - compactedView.length + written.length
  const compactedStatus = statusOf(compactedView, keeping)
  return {
    view: modelMessages(compactedView),
    state,
    status: compactedStatus,
    compacted: { before: status.used, after: compactedStatus.used, folded },
  }
}

/** Odd depths are messages; the even one after the newest message of its time is the compaction. */
function branchOf({ messages, state, protected: numbers = [] }: Kept, { count }: Keeping): Branch {
  if (state !== null && state.messages > messages.length) {
    throw new LonghandError(
      'stale',
      `The state was made with ${state.messages} messages, but only ${messages.length} came. Send all of them, or no state.`,
    )
  }
  const entries: Branch = messages.map((message, at) => ({
    type: 'message',
    id: `m${at + 1}`,
    depth: 2 * at + 1,
    number: at + 1,
    message,
    count: count(message),
  }))
  const made: Branch = state === null ? entries : withState(entries, state)
  return numbers.reduce((branch, number) => append(branch, protection(branch, number, 'protect'), `p${number}`), made)
}

function withState(entries: Branch, { version, folds, messages }: CompactionState): Branch {
  const entry = {
    type: 'compaction',
    id: 'state',
    depth: 2 * messages,
    version,
    base: null,
    edits: null,
    folds,
  } as const
  return [...entries.slice(0, messages), entry, ...entries.slice(messages)]
}

const originalsOf = (branch: Branch, { span, kept }: Blank): readonly MessageEntry[] =>
  branch.filter(
    (entry): entry is MessageEntry =>
      entry.type === 'message' && entry.depth >= span.from && entry.depth <= span.to && !kept.includes(entry.depth),
  )

function previousOf({ state }: Kept, { type }: Blank): string | null {
  if (type === 'digest') return null
  const texts = state?.folds.flatMap(fold => (fold.type === 'trim' ? [] : [fold.text])) ?? []
  return texts.length === 0 ? null : texts.join('\n\n')
}

function statusOf(read: View, { room, overhead = 0, ratio = 1 }: Keeping): Status {
  const messages = Math.ceil(ratio * read.reduce((sum, { count }) => sum + count, 0))
  const breakdown = { system: overhead, tools: 0, summary: 0, protected: 0, messages, attachments: 0 }
  return windowStatus({ used: overhead + messages, source: 'estimated', breakdown }, room)
}
