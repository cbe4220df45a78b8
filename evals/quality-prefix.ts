import { append, type Branch, messagesOf } from '../packages/longhand/src/core/branch.ts'
import { foldMessage, type PlannedFold, type TextFold } from '../packages/longhand/src/core/fold.ts'
import { compaction, plan } from '../packages/longhand/src/core/plan.ts'
import { classic } from '../packages/longhand/src/core/policy.ts'
import { view } from '../packages/longhand/src/core/view.ts'
import { windowStatus } from '../packages/longhand/src/core/window.ts'
import { learntWeights } from '../packages/longhand/src/facts/choosing/weights.ts'
import type { RecordedMessage, Recording } from './corpus.ts'
import { historyOf, messageTokens } from './metric/cut.ts'
import { countTokens } from './metric/tokens.ts'
import { longhandMessages, longhandText } from './quality-longhand.ts'

/** The share of each request that begins with the same bytes as the request before it: what a prompt cache can serve. */
export type PrefixRow = { readonly method: string; readonly stable: number }

const window = 64_000

const asShipped = { budget: window * 0.15, weights: learntWeights, draft: null }

export function prefixRows(recording: Recording): readonly PrefixRow[] {
  const messages = recording.messages.filter(({ meta }) => meta?.kind !== 'compactSummary')
  if (historyOf(messages).total < 2.5 * window) return []
  return [
    { method: 'truncation at every request', stable: stability(messages, sliding(messages)) },
    { method: 'tool-output masking at every request, newest 10 shown', stable: stability(messages, masked(messages)) },
    { method: '**Longhand**, classic policy', stable: stability(messages, condensed(messages)) },
  ]
}

/** One message of a request: what it says, and its tokens. */
type Sent = { readonly bytes: string; readonly tokens: number }

/** The request that asks for the message at an index. */
type RequestAt = (at: number) => readonly Sent[]

/** The mean over all requests; one is sent before every message of the assistant. */
function stability(messages: readonly RecordedMessage[], requestAt: RequestAt): number {
  const shares: number[] = []
  let before: readonly Sent[] = []
  for (const [at, { role }] of messages.entries()) {
    if (role !== 'assistant') continue
    const request = requestAt(at)
    const changed = request.findIndex(({ bytes }, place) => before[place]?.bytes !== bytes)
    const same = changed === -1 ? request : request.slice(0, changed)
    if (before.length > 0 && request.length > 0) shares.push(sum(same) / sum(request))
    before = request
  }
  return shares.reduce((a, b) => a + b, 0) / shares.length
}

const sum = (sent: readonly Sent[]): number => sent.reduce((total, { tokens }) => total + tokens, 0)

const asSent = (message: RecordedMessage): Sent => ({ bytes: JSON.stringify(message), tokens: messageTokens(message) })

function sliding(messages: readonly RecordedMessage[]): RequestAt {
  const all = messages.map(asSent)
  return at => {
    let from = at
    for (let left = window; from > 0 && all[from - 1]!.tokens <= left; from--) left -= all[from - 1]!.tokens
    return all.slice(from, at)
  }
}

function masked(messages: readonly RecordedMessage[]): RequestAt {
  const all = messages.map(asSent)
  const placeholder: Sent = { bytes: '[tool output omitted]', tokens: 12 }
  return at => {
    const outputs = messages.flatMap(({ role }, place) => (role === 'tool' && place < at ? [place] : []))
    const hidden = new Set(outputs.slice(0, -10))
    return all.slice(0, at).map((sent, place) => (hidden.has(place) ? placeholder : sent))
  }
}

/** Longhand's own view, planned before every request and condensed when the plan says so. */
function condensed(messages: readonly RecordedMessage[]): RequestAt {
  const said = longhandMessages(messages)
  const counts = messages.map(messageTokens)
  let branch: Branch = []
  let next = 0
  return at => {
    for (; next < at; next++) {
      branch = append(branch, { type: 'message', message: said[next]!.message, count: counts[next]! }, `m${next}`)
    }
    const decision = plan(branch, classic, { by: 'threshold', status: statusOf(branch) })
    if (decision.type === 'fold')
      branch = append(branch, compaction(branch, decision, writeAll(branch, decision.planned)), `c${at}`)
    return view(branch).map(({ message, count }) => ({ bytes: JSON.stringify(message), tokens: count }))
  }
}

function statusOf(branch: Branch) {
  const used = view(branch).reduce((total, { count }) => total + count, 0)
  const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: used, attachments: 0 }
  return windowStatus({ used, source: 'estimated', breakdown }, { window, reserve: 0 })
}

const writeAll = (branch: Branch, blanks: readonly PlannedFold[]): readonly TextFold[] =>
  blanks.map(blank => {
    const originals = messagesOf(branch).filter(({ depth }) => depth <= blank.span.to)
    const fold = { ...blank, text: longhandText(originals, asShipped), tag: classic.tag, count: 0 }
    return { ...fold, count: countTokens(JSON.stringify(foldMessage(fold))) }
  })
