import type { RecordedMessage, Recording } from '../corpus.ts'
import { countTokens } from './tokens.ts'

/** A place in a recording at which it is compacted: what came before, and what really came after. */
export type Cut = {
  readonly recording: string
  /** Where in its epoch, as a share of the epoch's tokens. */
  readonly share: number
  readonly history: History
  readonly future: readonly RecordedMessage[]
}

/** Messages with their tokens. */
export type History = {
  readonly messages: readonly RecordedMessage[]
  readonly tokens: readonly number[]
  readonly total: number
}

/** What a message costs beside its text. */
const overhead = 4

/** Every cut of a recording: at 50, 70 and 85% of each of its epochs that is long enough. */
export function cutsOf(recording: Recording): readonly Cut[] {
  const tokens = recording.messages.map(messageTokens)
  return epochs(recording).flatMap(([from, to]) => {
    const total = sum(tokens.slice(from, to))
    if (total < shortestEpoch) return []
    const places = [0.5, 0.7, 0.85].map(share => [share, placeOf(share, { recording, tokens, from, to })] as const)
    return places
      .filter(([, at]) => at > from && to - at >= shortestFuture)
      .map(
        ([share, at]): Cut => ({
          recording: recording.id,
          share,
          history: historyOf(recording.messages.slice(from, at), tokens.slice(from, at)),
          future: recording.messages.slice(at, to),
        }),
      )
  })
}

export const shortestEpoch = 12_000
/** With fewer messages to come, hardly anything is used again. */
export const shortestFuture = 12

/** Tokens of a message as a model is sent it: blank space and the names of tools and parameters are paid for like words. */
export const messageTokens = ({ content, toolCalls = [] }: RecordedMessage): number =>
  toolCalls.reduce(
    (sum, { name, args }) => sum + countTokens(name) + countTokens(JSON.stringify(args)),
    overhead + countTokens(content),
  )

export const historyOf = (messages: readonly RecordedMessage[], tokens = messages.map(messageTokens)): History => ({
  messages,
  tokens,
  total: sum(tokens),
})

/** Stretches that the model really read in one go: a recorded compaction ends one, and its summary starts the next. */
export function epochs({ messages, compactions = [] }: Recording): readonly (readonly [number, number])[] {
  const starts = [0, ...compactions.map(({ index }) => index)].filter((start, at, all) => start !== all[at - 1])
  return starts.map((start, at) => [start, starts[at + 1] ?? messages.length] as const)
}

type Epoch = {
  readonly recording: Recording
  readonly tokens: readonly number[]
  readonly from: number
  readonly to: number
}

function placeOf(share: number, { recording, tokens, from, to }: Epoch): number {
  const goal = share * sum(tokens.slice(from, to))
  let at = from
  for (let seen = 0; at < to && seen + tokens[at]! <= goal; at++) seen += tokens[at]!
  // A call and its result are never parted.
  while (at < to && recording.messages[at]!.role === 'tool') at++
  return at
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
