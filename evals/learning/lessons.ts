import { type Survey, survey } from '../../packages/longhand/src/facts/choosing/survey.ts'
import { type Quote, quotesOf } from '../../packages/longhand/src/facts/reading/quote.ts'
import { namesOf } from '../../packages/longhand/src/facts/reading/read-line.ts'
import { contentWords } from '../../packages/longhand/src/facts/reading/words.ts'
import type { Cut } from '../metric/cut.ts'
import { longhandMessages } from '../quality-longhand.ts'

/** What a cut teaches: of each thing in its history, from 0 to 1, whether the assistant wrote it again. */
export type Lesson = {
  readonly survey: Survey
  readonly passages: readonly number[]
  readonly names: readonly number[]
  readonly pairs: readonly number[]
}

/** Learnt with the product's own reading, not with the metric's, so that the two stay strangers. */
export function lessonOf({ history, future }: Cut): Lesson {
  const seen = survey(longhandMessages(history.messages))
  const later = quotesOf(longhandMessages(future)).flat()
  return { survey: seen, passages: passagesAgain(seen, later), ...namesAgain(seen, later) }
}

/** Of each line that was written later, the passages that hold most of it share the credit: one of them is enough. */
function passagesAgain({ passages }: Survey, later: readonly Quote[]): readonly number[] {
  const holders = new Map<string, number[]>()
  passages.forEach(({ quote }, at) => {
    for (const word of contentWords(quote.text)) {
      const known = holders.get(word)
      if (known === undefined) holders.set(word, [at])
      else known.push(at)
    }
  })
  const credit = passages.map(() => 0)
  for (const line of new Set(later.filter(isAssistants).map(({ text }) => text))) {
    const found = holdersOf(contentWords(line), holders, passages.length)
    for (const at of found) credit[at] = Math.min(1, credit[at]! + 1 / found.length)
  }
  return credit
}

function holdersOf(
  words: readonly string[],
  holders: ReadonlyMap<string, readonly number[]>,
  passages: number,
): readonly number[] {
  if (words.length < fewestWords) return []
  const shares = new Map<number, number>()
  let total = 0
  for (const word of words) {
    const places = holders.get(word) ?? []
    const weight = Math.log(1 + passages / Math.max(1, places.length))
    total += weight
    for (const at of places) shares.set(at, (shares.get(at) ?? 0) + weight)
  }
  return [...shares].filter(([, share]) => share >= most * total).map(([at]) => at)
}

/** Fewer words say nothing of their own. */
const fewestWords = 4
/** The share of a line's words, by their rarity, that makes another line hold it. */
const most = 0.6

/** Names count whenever the assistant writes them, pairs only as long as no tool has shown them again. */
function namesAgain({ names, pairs }: Survey, later: readonly Quote[]): Pick<Lesson, 'names' | 'pairs'> {
  const ids = new Map(names.map(({ key }, id) => [key, id]))
  const pairIds = new Map(pairs.map(({ a, b }, id) => [pairKey(a, b), id]))
  const again = { names: names.map(() => 0), pairs: pairs.map(() => 0) }
  const shown = new Set<number>()
  for (const quote of later) {
    const found = namesOf(quote.text).flatMap(({ key }) => ids.get(key) ?? [])
    const ties = found.flatMap((a, at) => found.slice(at + 1).flatMap(b => pairIds.get(pairKey(a, b)) ?? []))
    if (quote.kind === 'output') for (const id of ties) shown.add(id)
    if (!isAssistants(quote)) continue
    for (const id of found) again.names[id] = 1
    for (const id of ties) if (!shown.has(id)) again.pairs[id] = 1
  }
  return again
}

const pairKey = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`

const isAssistants = ({ kind, origin }: Quote): boolean =>
  origin.call === null ? origin.speaker === 'assistant' : kind !== 'output'
