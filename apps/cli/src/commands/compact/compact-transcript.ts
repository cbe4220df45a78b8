import {
  append,
  type Branch,
  classic,
  compaction,
  LonghandError,
  type MessageEntry,
  type Plan,
  type Policy,
  plan,
  type Receipt,
  type View,
  view,
  windowStatus,
} from 'longhand'
import { type Choice, checkPolicy, messagesOf, type RestReason } from 'longhand/internal/core'
import { countMessage } from 'longhand/tokens'
import type { Transcript } from 'longhand/wire'
import { type CompactFlags, type Sizes, sizesOf } from './compact-flags.ts'
import { receiptOf, tokensOf } from './compact-receipt.ts'
import { staying, trimStaying } from './compact-trim.ts'
import { writeFolds } from './compact-write.ts'

/** What came of compacting a transcript. */
export type Outcome =
  | {
      readonly type: 'rest'
      readonly reason: RestReason
      readonly used: number
      readonly sizes: Sizes
      readonly view: View
    }
  | {
      readonly type: 'compacted'
      readonly view: View
      readonly receipt: Receipt
      readonly warnings: readonly string[]
    }

/** Plans, writes and measures one compaction. A `draft` stands for the summariser's answer; null means there is none. */
export async function compactTranscript(
  transcript: Transcript,
  flags: CompactFlags,
  draft: string | null,
): Promise<Outcome> {
  const startedAt = performance.now()
  const branch = branchOf(transcript)
  const before = view(branch)
  const used = tokensOf(before)
  const sizes = sizesOf(flags, used)
  const rest = (reason: RestReason): Outcome => ({ type: 'rest', reason, used, sizes, view: before })
  if (used === 0) return rest(before.length === 0 ? 'too-short' : 'little-to-gain')
  const policy = policyOf(flags, sizes)
  const decision = decide(branch, policy, { used, sizes, choice: choiceOf(flags, transcript) })
  if (decision.type === 'rest') return rest(decision.reason)
  const { target, room, most } = roomFor(flags, sizes, { used, staying: tokensOf(staying(branch, decision)) })
  const trims = trimStaying(branch, decision, room)
  const written = await writeFolds({
    branch,
    decision,
    trims,
    target,
    maxTokens: policy.maxTokens,
    tag: policy.tag,
    draft,
  })
  if (written.length === 0) return rest('little-to-gain')
  const folded = { ...decision, carried: [...decision.carried, ...trims] }
  const entry = compaction(
    branch,
    folded,
    written.map(({ fold }) => fold),
  )
  const after = view(append(branch, entry, 'compaction'))
  const durationMs = Math.round(performance.now() - startedAt)
  const receipt = receiptOf({ decision, written, before, after, durationMs })
  const warnings = [...warningsOf(receipt, after, most), ...lonely(messagesOf(branch), after)]
  return { type: 'compacted', view: after, receipt, warnings }
}

const branchOf = ({ messages }: Transcript): Branch =>
  messages.map((message, at): MessageEntry => {
    return { type: 'message', id: `m${at + 1}`, depth: at + 1, number: at + 1, message, count: countMessage(message) }
  })

/** Who compacts a file wants it to get down to the target, so that is where the threshold is. */
function policyOf({ keep, strategy }: CompactFlags, { window, target }: Sizes): Policy {
  const threshold = { share: null, tokens: target + 1, messages: null, turns: null }
  return checkPolicy({
    ...classic,
    strategy,
    threshold,
    target: target / window,
    keep: { by: 'messages', amount: keep },
  })
}

/** Indexes of the source as ¶ numbers. */
function choiceOf({ upTo }: CompactFlags, { sources }: Transcript): Choice | null {
  if (upTo === undefined) return null
  const number = sources.findLastIndex(from => from.some(index => index <= upTo)) + 1
  if (number > 0) return { type: 'up-to', number }
  throw new LonghandError('bad-request', `There is no message up to ${upTo}. Give the index of one, counted from 0.`)
}

type Question = { readonly used: number; readonly sizes: Sizes; readonly choice: Choice | null }

function decide(branch: Branch, policy: Policy, { used, sizes, choice }: Question): Plan {
  const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: used, attachments: 0 }
  const status = windowStatus({ used, source: 'estimated', breakdown }, { window: sizes.window, reserve: 0 })
  return plan(branch, policy, choice === null ? { by: 'person', status } : { by: 'force', status, choice })
}

type Load = { readonly used: number; readonly staying: number }

/**
 * How large the view should get, what stays may be of it, and from when on it is too large. Who names a message and no
 * target wants the rest left alone: its text gets half of what it replaces, as far as the window holds that.
 */
function roomFor({ upTo, target: wanted }: CompactFlags, { window, target }: Sizes, { used, staying: stays }: Load) {
  if (upTo === undefined || wanted !== undefined) return { target, room: target / 2, most: target }
  const text = Math.floor((used - stays) / 2)
  const larger = Math.min(window, Math.max(target, stays + text))
  return { target: larger, room: Math.max(larger / 2, larger - text), most: window }
}

function warningsOf({ rung, retention, after }: Receipt, read: View, target: number): readonly string[] {
  const share = Math.floor(retention * 100)
  const largest = read
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 3)
    .map(({ span, count }) => `¶ ${span.from} (${count.toLocaleString('en')})`)
  return [
    ...(rung === 'truncate' ? [`Only ${share}% of the facts found room. Give a larger --target.`] : []),
    ...(after > target
      ? [
          `The view has ${after.toLocaleString('en')} tokens, above the target of ${target.toLocaleString('en')}. Largest: ${largest.join(', ')}.`,
        ]
      : []),
  ]
}

/** No model takes a call without its result, or a result without its call. */
function lonely(messages: readonly MessageEntry[], read: View): readonly string[] {
  const left = messages.filter(({ depth }) => !read.some(({ span }) => depth >= span.from && depth <= span.to))
  if (left.length === 0) return []
  const places = left.map(({ number }) => `¶ ${number}`).join(', ')
  return [`The view leaves out calls without results and results without calls: ${places}.`]
}
