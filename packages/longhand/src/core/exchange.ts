import type { MessageEntry } from './entry.ts'
import { callsOf, type Message, resultsOf, type ToolResultPart } from './message.ts'

/**
 * The smallest run of messages that must stay together: an assistant message with its calls and all their results,
 * or any other message alone.
 */
export type Exchange = {
  readonly messages: readonly MessageEntry[]
  /**
   * `open`: the newest exchange, still waiting for results or for the step it reasons about. `broken`: abandoned before every call was answered.
   * `orphan`: results that belong to no call.
   */
  readonly state: 'whole' | 'open' | 'broken' | 'orphan'
}

/** Cuts a list of messages, in order and perhaps with gaps, into its exchanges. */
export function exchanges(messages: readonly MessageEntry[]): readonly Exchange[] {
  const found: Exchange[] = []
  for (let from = 0; from < messages.length; ) {
    const first = messages[from]!
    if (isStandalone(first.message)) {
      found.push({ messages: [first], state: 'whole' })
      from++
      continue
    }
    const to = exchangeEnd(messages, from)
    const run = messages.slice(from, to)
    found.push({ messages: run, state: stateOf(run, to === messages.length ? 'newest' : 'passed') })
    from = to
  }
  return found
}

/**
 * What the model may read of an exchange: every call with exactly one result.
 * An open exchange is not shown until it is answered or abandoned, so that a later result never changes what was shown.
 */
export function readable({ messages, state }: Exchange): { shown: readonly MessageEntry[]; missing: Message | null } {
  if (state === 'open' || state === 'orphan') return { shown: [], missing: null }
  if (messages.length === 1 && state === 'whole') return { shown: messages, missing: null }
  const waiting = new Map(messages.flatMap(({ message }) => callsOf(message).map(call => [call.callId, call.name])))
  const shown = messages.flatMap(entry => {
    if (entry.message.role !== 'tool') return [entry]
    const parts = entry.message.parts.filter(part => part.type !== 'tool-result' || waiting.delete(part.callId))
    if (parts.length === entry.message.parts.length) return [entry]
    return parts.length === 0 ? [] : [{ ...entry, message: { ...entry.message, parts } }]
  })
  const parts = [...waiting].map(([callId, name]): ToolResultPart => ({ ...unanswered, callId, name }))
  return { shown, missing: parts.length === 0 ? null : { role: 'tool', parts } }
}

const unanswered = {
  type: 'tool-result',
  outcome: 'missing',
  output: 'No result: the call was interrupted before it was answered.',
} as const

/** Whether a message waits for nothing and is no one's answer, as most are. */
const isStandalone = ({ role, parts }: Message): boolean =>
  role === 'assistant'
    ? parts.some(({ type }) => type === 'text') && parts.every(({ type }) => type !== 'tool-call')
    : role !== 'tool'

function exchangeEnd(messages: readonly MessageEntry[], from: number): number {
  let at = from
  // Reasoning that arrived as a message of its own belongs to the step it led to.
  while (isReasoningOnly(messages[at]!.message) && follows(messages, at + 1, 'assistant')) at++
  const calls = new Set(callsOf(messages[at]!.message).map(call => call.callId))
  at++
  while (calls.size > 0 && follows(messages, at, 'tool')) {
    const results = resultsOf(messages[at]!.message)
    // Results of other calls belong to no exchange; what holds none is about these calls: a person's approval.
    if (results.length > 0 && !results.some(result => calls.has(result.callId))) break
    at++
  }
  return at
}

/** Whether the message at an index comes directly after the one before it, with no gap, and has the role. */
function follows(messages: readonly MessageEntry[], at: number, role: Message['role']): boolean {
  const before = messages[at - 1]
  const entry = messages[at]
  return before !== undefined && entry?.number === before.number + 1 && entry.message.role === role
}

function stateOf(run: readonly MessageEntry[], place: 'newest' | 'passed'): Exchange['state'] {
  if (run[0]!.message.role === 'tool') return 'orphan'
  const answered = new Set(run.flatMap(({ message }) => resultsOf(message).map(result => result.callId)))
  const whole = run.every(({ message }) => callsOf(message).every(call => answered.has(call.callId)))
  const last = run.at(-1)!.message
  // What nobody knows is not known to wait for a step, and may be all that an app has to send.
  if (place === 'newest' && isReasoningOnly(last) && last.parts.some(({ type }) => type === 'reasoning')) return 'open'
  // A user who speaks over an unanswered call abandons it; providers accept no result after that.
  return whole ? 'whole' : place === 'newest' ? 'open' : 'broken'
}

const isReasoningOnly = (message: Message): boolean =>
  message.role === 'assistant' &&
  message.parts.length > 0 &&
  message.parts.every(part => part.type === 'reasoning' || part.type === 'opaque')
