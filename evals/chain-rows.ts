import { baselines } from './baselines/all.ts'
import type { Baseline } from './baselines/baseline.ts'
import { type Link, replay } from './chain-replay.ts'
import type { RecordedMessage } from './corpus.ts'
import { type Compacted, compactedTokens } from './metric/compacted.ts'
import { historyOf } from './metric/cut.ts'
import { questionsAt } from './metric/questions.ts'
import type { Reader } from './metric/reader.ts'
import { type Score, score } from './metric/score.ts'
import { shippedName } from './quality-shipped.ts'

/** What is left after some compaction of a chain, by each method at the same size. */
export type ChainRow = {
  readonly conversation: string
  readonly window: number
  /** Which compaction of its chain it was, from 1. */
  readonly link: number
  readonly scores: Readonly<Record<string, Score>>
  /** Tokens left, as a share of the window. */
  readonly size: number
  /** What the receipt says. */
  readonly retention: number
  readonly facts: number
  /** Whether the text says that something was left out. */
  readonly isMarked: boolean
}

/** The compactions after which is asked what is left; receipts are read of every one. */
export const askedLinks: readonly number[] = [1, 5, 10, 20]

/** A conversation, and the window in which it is played. */
export type Played = {
  readonly id: string
  readonly window: number
  readonly messages: readonly RecordedMessage[]
}

/** All compactions of a conversation, one after the other. */
export async function* chainRows({ id, window, messages: all }: Played, read: Reader): AsyncGenerator<ChainRow> {
  const messages = all.filter(({ meta }) => meta?.kind !== 'compactSummary')
  const others = baselines.map(baseline => rolling(baseline, messages))
  let number = 0
  for await (const link of replay(messages, window)) {
    number++
    const history = historyOf(messages.slice(0, link.at))
    const size = compactedTokens(history, link.compacted)
    const left = [...others.map(next => next(link.at, size)), [shippedName, link.compacted] as const]
    yield {
      ...{ conversation: id, window, link: number, size: size / window },
      scores: askedLinks.includes(number) ? scoresOf(left, { messages, link, read }) : {},
      ...receiptOf(link),
    }
    if (number === askedLinks.at(-1)) return
  }
}

const receiptOf = ({ receipt, compacted }: Link) => ({
  retention: receipt.retention,
  facts: receipt.facts ?? 0,
  isMarked: compacted.texts.some(text => text.includes('left out')),
})

/** Fewer messages than this tell nothing of what is used later. */
const minFuture = 12

function scoresOf(
  left: readonly (readonly [name: string, Compacted])[],
  {
    messages,
    link,
    read,
  }: { readonly messages: readonly RecordedMessage[]; readonly link: Link; readonly read: Reader },
): ChainRow['scores'] {
  const [history, future] = [historyOf(messages.slice(0, link.at)), messages.slice(link.at)]
  if (future.length < minFuture) return {}
  const questions = questionsAt({ recording: '', share: 1, history, future }, read)
  return Object.fromEntries(left.map(([name, compacted]) => [name, score(questions, history, compacted, read)]))
}

/** A method that has only what its own last compaction left, and what was said since. */
function rolling({ name, compact }: Baseline, messages: readonly RecordedMessage[]) {
  const indices = new Map(messages.map((message, at) => [message, at]))
  let before: readonly RecordedMessage[] = []
  let from = 0
  return (at: number, size: number): readonly [string, Compacted] => {
    const now = historyOf([...before, ...messages.slice(from, at)])
    const { kept, texts } = compact(now, size)
    const stays = kept.map(index => now.messages[index]!)
    before = [
      ...texts.map((content): RecordedMessage => ({ role: 'user', content, meta: { kind: 'compacted' } })),
      ...stays,
    ]
    from = at
    const isOriginal = (message: RecordedMessage) => indices.has(message)
    return [
      name,
      {
        kept: stays.filter(isOriginal).map(message => indices.get(message)!),
        texts: [...texts, ...stays.filter(message => !isOriginal(message)).map(({ content }) => content)],
      },
    ]
  }
}
