import { type Message, textOf, type ViewMessage } from 'longhand'
import { formatNumber, retainedLabel } from 'longhand/internal/client'
import { callsOf, type Json, outputText, type RestReason, resultsOf } from 'longhand/internal/core'
import type { Transcript } from 'longhand/wire'
import * as wording from '../../words/compact.ts'
import type { Outcome } from './compact-transcript.ts'

/** The receipt for people, or why nothing was compacted. */
export function asText(outcome: Outcome): string {
  if (outcome.type === 'rest') return wording.noCompactionNeeded(restText(outcome))
  const { folded, kept, before, after, method, durationMs } = outcome.receipt
  const tokens = `tokens ${formatNumber(before)} → ${formatNumber(after)} (saved ${formatNumber(before - after)})`
  const facts = retainedLabel(outcome.receipt)
  return wording.compacted(
    formatNumber(folded),
    tokens,
    facts,
    formatNumber(kept),
    method,
    (durationMs / 1000).toFixed(1),
  )
}

function restText({ reason, used, target, view }: Extract<Outcome, { type: 'rest' }>): string {
  const reasons: Readonly<Record<RestReason, string>> = {
    fits: wording.withinTarget(formatNumber(used), formatNumber(target)),
    'too-short': wording.tooFew(view.length === 1 ? wording.oneMessageIs : wording.messagesAre(view.length)),
    'nothing-to-fold': wording.allRecent,
    'little-to-gain': wording.littleToGain,
    'no-new-reply': wording.nothingNew,
    off: wording.switchedOff,
  }
  return reasons[reason]
}

/** The view and the receipt for programs. Every index is one of the source: of its list of messages, or of its lines. */
export function asJson(outcome: Outcome, { sources }: Transcript): string {
  const { view } = outcome
  const shown = view.filter(({ kind }) => kind === 'verbatim' || kind === 'trimmed')
  const stays = new Set(shown.map(({ span }) => span.from))
  // A fold spans messages that stay word for word, too; it does not stand for those.
  const from = ({ kind, span }: ViewMessage) =>
    unique(
      sources
        .slice(span.from - 1, span.to)
        .filter((_, at) => !isFold(kind) || !stays.has(span.from + at))
        .flat(),
    )
  const kept = new Set(shown.flatMap(from))
  const folded = new Set(view.filter(({ kind }) => isFold(kind)).flatMap(from))
  const result = {
    view: view.flatMap(message => printed(message, from(message))),
    receipt: outcome.type === 'rest' ? null : outcome.receipt,
    folded: unique([...folded]).filter(index => !kept.has(index)),
    kept: unique(sources.flat()).filter(index => kept.has(index) || !folded.has(index)),
  }
  return `${JSON.stringify(result, null, 2)}\n`
}

const isFold = (kind: ViewMessage['kind']): boolean => kind === 'summary' || kind === 'digest'

const unique = (indexes: readonly number[]): readonly number[] => [...new Set(indexes)].toSorted((a, b) => a - b)

/** One message of the view; a message with several results is printed as one for each. */
function printed({ kind, message }: ViewMessage, from: readonly number[]): readonly Json[] {
  const shown = kind === 'stand-in' ? 'trimmed' : kind
  const results = resultsOf(message)
  if (results.length === 0)
    return [{ role: message.role, content: textOf(message), ...more(message), from, kind: shown }]
  return results.map(part => ({ role: 'tool', content: outputText(part), toolCallId: part.callId, from, kind: shown }))
}

function more(message: Message): { readonly toolCalls?: Json } {
  const calls = callsOf(message).map(({ callId, name, input }) => ({ id: callId, name, args: input }))
  return calls.length === 0 ? {} : { toolCalls: calls }
}
