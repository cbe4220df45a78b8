import type { Count } from '../count.ts'
import { isCommandeering } from '../reading/cues.ts'
import type { Origin } from '../reading/quote.ts'
import { heap } from './heap.ts'
import { phrasesOf } from './phrases.ts'
import type { Passage, Survey } from './survey.ts'
import type { Values } from './values.ts'

/** What may be spent, and what must be bought first. */
export type Purse = {
  readonly budget: number
  readonly count: Count
  readonly first: readonly Passage[]
  /** Lines that stand beside the choice anyway: what is like them adds little. */
  readonly beside: readonly string[]
}

/**
 * Chooses passages for a budget of tokens, in order of choice: those of `first`, then always the one that adds most for
 * what it costs. Adding never becomes dearer, so a choice that was passed over can be asked again when it comes up.
 */
export function select(survey: Survey, values: Values, { budget, count, first, beside }: Purse): readonly Passage[] {
  const stall = stallOf(survey, values, count)
  for (const line of beside) stall.hear(line)
  const chosen: Passage[] = []
  let left = budget
  const buy = (passage: Passage): void => {
    left -= stall.price(passage)
    stall.take(passage)
    chosen.push(passage)
  }
  for (const passage of first) buy(passage)
  for (const passage of survey.passages) if (isFree(passage)) stall.offer(passage)
  while (left > smallest) {
    const passage = stall.best()
    if (passage === null) break
    if (stall.price(passage) <= left) buy(passage)
  }
  return chosen
}

/** Below this nothing worth reading can be bought. */
const smallest = 4

/** What stays in the view need not be quoted, what an edit replaced is out of date, and no tool gives orders here. */
const isFree = ({ quote: { kind, text }, stays, folds }: Passage): boolean =>
  folds && !stays && kind !== 'replaced' && !(kind === 'output' && isCommandeering(text))

/** Knows what is taken, and from that what everything else adds and costs now. */
function stallOf({ passages, names, pairs }: Survey, values: Values, count: Count) {
  const index = new Map(passages.map((passage, at) => [passage, at]))
  const byOrigin = Map.groupBy(passages.filter(isFree), ({ quote }) => quote.origin)
  const taken = new Set<Passage>()
  const open = new Set<Origin>()
  const hasName = names.map(({ stays }) => stays)
  const hasPair = pairs.map(({ stays }) => stays)
  const prices = new Map<Passage, number>()
  const headings = new Map<Origin, number>()
  const phrases = new Map<Passage, readonly string[]>()
  const heard = new Set<string>()
  const waiting = heap<Passage>()

  /** What a passage adds, if this share of its phrases is new. */
  const gain = (passage: Passage, fresh: number): number => {
    const at = index.get(passage)!
    let sum = values.lines[at]! * fresh + values.cues[at]!
    for (const pair of passage.pairs) if (!hasPair[pair]) sum += values.pairs[pair]!
    for (const name of passage.names) if (!hasName[name]) sum += values.names[name]!
    return sum
  }

  const fresh = (passage: Passage): number => {
    const own = phrases.get(passage) ?? phrasesOf(passage.quote.text)
    phrases.set(passage, own)
    return own.length === 0 ? 0 : own.filter(phrase => !heard.has(phrase)).length / own.length
  }

  const heading = (origin: Origin): number => {
    const known = headings.get(origin) ?? headingTokens + (origin.call === null ? 0 : count(origin.call.label))
    headings.set(origin, known)
    return known
  }

  const price = (passage: Passage): number => {
    const { kind, origin, text } = passage.quote
    const known = prices.get(passage) ?? count(text) + 1
    prices.set(passage, known)
    if (open.has(origin)) return known
    return kind === 'call' ? known + headingTokens : known + heading(origin)
  }

  const mark = (passage: Passage): void => {
    taken.add(passage)
    for (const name of passage.names) hasName[name] = true
    for (const pair of passage.pairs) hasPair[pair] = true
    hear(passage.quote.text)
  }

  const hear = (line: string): void => {
    for (const phrase of phrasesOf(line)) heard.add(phrase)
  }

  // At first everything counts as new: looking closer takes time, and most are never looked at again.
  const offer = (passage: Passage): void => waiting.push(gain(passage, 1) / price(passage), passage)

  const take = (passage: Passage): void => {
    mark(passage)
    const { origin } = passage.quote
    if (open.has(origin)) return
    open.add(origin)
    // With the heading paid for, its neighbours are cheaper than they were.
    for (const neighbour of byOrigin.get(origin) ?? []) if (!taken.has(neighbour)) offer(neighbour)
  }

  const best = (): Passage | null => {
    for (;;) {
      const top = waiting.pop()
      if (top === undefined) return null
      if (taken.has(top.item)) continue
      const now = gain(top.item, fresh(top.item)) / price(top.item)
      if (now <= 0) continue
      if (now >= waiting.peek()) return top.item
      waiting.push(now, top.item)
    }
  }

  return { hear, offer, best, price, take }
}

/** `¶12 person: ` */
const headingTokens = 4
