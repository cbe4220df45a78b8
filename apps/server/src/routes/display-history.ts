import type { UIMessage } from 'ai'
import { LonghandError, type Message, textOf, type View, type ViewMessage } from 'longhand'
import { toUIMessages } from 'longhand/ai-sdk'
import { callsOf, messagesOf, outputText, resultsOf, shields } from 'longhand/internal/core'
import {
  type CompactionState,
  type DisplayState,
  type History,
  type HistoryMessage,
  stateChanged,
} from 'longhand/internal/history'

/** A message for screens, null for one of ours, and what it is in our messages: the steps of an answer are several. */
export type DisplayMessage = { readonly source: UIMessage | null; readonly messages: readonly HistoryMessage[] }

/** The state in our own words of an app that displays all messages and sends a summary and the newest ones. */
export function stateFromDisplay(
  { version, summary, apiStartIndex, own }: DisplayState,
  sources: readonly DisplayMessage[],
): CompactionState {
  const starts = startsOf(sources)
  if (own !== null) {
    // One of a longer history is refused where it is used.
    const isChanged = own.messages <= starts.at(-1)! && firstSent(own, starts) !== apiStartIndex
    if (isChanged) throw new LonghandError('bad-request', `compactionState ${stateChanged}.`)
    return own
  }
  const to = starts[apiStartIndex]
  if (to === undefined) {
    const sentence = `The state begins at message ${apiStartIndex}, but ${sources.length} came. Send all of them, or no state.`
    throw new LonghandError('stale', sentence)
  }
  const from = openingLength(sources) + 1
  if (apiStartIndex === sources.length || to < from) {
    const sentence =
      'compactionState.apiStartIndex must lie between the first message and the newest, which are always sent.'
    throw new LonghandError('bad-request', sentence)
  }
  return {
    version,
    messages: to,
    folds: [{ type: 'summary', span: { from, to }, kept: [], tag: 'summary', ...summary }],
  }
}

/** What to send, and what to keep: the same as the summary message and all messages from `apiStartIndex` on. */
export function displayAnswer(history: History<HistoryMessage>, sources: readonly DisplayMessage[], before: Earlier) {
  const state = history.state()
  const starts = startsOf(sources)
  const first = state === null ? 0 : firstSent(state, starts)
  const branch = messagesOf(history.snapshot()!.branch)
  const numbers = new Map(branch.map(({ depth, number }) => [depth, number]))
  const tailDepth = branch.find(({ number }) => number > starts[first]!)?.depth ?? Number.POSITIVE_INFINITY
  const view = history.view()
  const tail = view.filter(({ span }) => span.from >= tailDepth)
  const sent = Map.groupBy(tail, ({ span }) => sourceOf(numbers.get(span.from)!, starts))
  const newest = sources.slice(first).flatMap((one, at) => written(one, sent.get(first + at) ?? []))
  // Cut tool outputs alone need no state: they are cut again.
  if (state === null || first === 0) return { apiMessages: newest, compactionState: null }
  const summaryMessage = summaryOf(view.slice(0, view.length - tail.length), state.version)
  const compactionState = {
    version: state.version,
    compactedAt: (before.display?.version === state.version ? before.display.compactedAt : null) ?? before.now,
    summaryMessage,
    apiStartIndex: first,
    summarizedRange: { fromIndex: 0, toIndex: first - 1, messageCount: first },
    folds: state.folds,
    messages: state.messages,
    words: state.words,
  }
  return { apiMessages: [summaryMessage, ...newest], compactionState }
}

type Earlier = { readonly display: DisplayState | null; readonly now: string }

/** How many of our messages stand before each message for screens, and in all of them. */
function startsOf(sources: readonly DisplayMessage[]): readonly number[] {
  const starts = [0]
  for (const { messages } of sources) starts.push(starts.at(-1)! + messages.length)
  return starts
}

/** The first message for screens after everything that a text stands for. */
function firstSent({ folds }: CompactionState, starts: readonly number[]): number {
  const folded = folds.reduce((last, { type, span }) => (type === 'trim' ? last : Math.max(last, span.to)), 0)
  const first = starts.findIndex(start => start >= folded)
  return first < 0 ? starts.length - 1 : first
}

/** Which message for screens holds a message of ours, by its number. */
function sourceOf(number: number, starts: readonly number[]): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! < number) low = middle
    else high = middle - 1
  }
  return low
}

function openingLength(sources: readonly DisplayMessage[]): number {
  const messages = sources.flatMap(({ messages }) => messages)
  const branch = messages.map(({ message, count }, at) => {
    const place = { id: String(at), depth: at + 1, number: at + 1 }
    return { type: 'message' as const, ...place, message, count }
  })
  return [...shields(branch).values()].filter(shield => shield === 'opening').length
}

/** As it came, when the model reads all of it. */
function written({ source, messages }: DisplayMessage, sent: View): readonly UIMessage[] {
  if (source === null) return []
  const isWhole = sent.length === messages.length && sent.every(({ kind }) => kind === 'verbatim')
  return isWhole ? [source] : toUIMessages(sent.map(({ message }) => ({ id: source.id, message })))
}

/** Everything before the first message that is sent as it is, as one message of the user's. */
const summaryOf = (head: View, version: number): UIMessage => ({
  id: `compaction-summary-v${version}`,
  role: 'user',
  parts: head.flatMap(partsOf),
})

const partsOf = ({ message }: ViewMessage): UIMessage['parts'] =>
  message.role === 'user'
    ? toUIMessages([{ id: '', message }])[0]!.parts
    : [{ type: 'text', text: `Word for word, from the ${message.role}:\n${saidIn(message)}` }]

const saidIn = (message: Message): string =>
  [
    textOf(message),
    ...callsOf(message).map(({ name, input }) => `${name} ${JSON.stringify(input)}`),
    ...resultsOf(message).map(outputText),
  ]
    .filter(text => text !== '')
    .join('\n')
