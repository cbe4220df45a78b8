import type { CountTokens } from '../../core/count.ts'
import { isPlanted } from '../reading/cues.ts'
import type { Origin } from '../reading/quote.ts'
import { heap } from './heap.ts'
import { heldLines } from './held-lines.ts'
import type { Passage, Survey } from './survey.ts'
import type { Values } from './values.ts'

/** What may be spent, and what must be bought first. */
export type Purse = {
  readonly budget: number
  readonly count: CountTokens
  readonly first: readonly Passage[]
  /** Lines that stand beside the choice anyway: what is like them adds little. */
  readonly beside: readonly string[]
}

/**
 * Chooses passages for a budget of tokens, in order of choice: those of `first`, then always the one that adds most for
 * what it costs. Adding never becomes dearer, so a choice that was passed over can be asked again when it comes up.
 */
export function select(survey: Survey, values: Values, { budget, count, first, beside }: Purse): readonly Passage[] {
  const stall = stallOf(survey, values, { count, beside })
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
    const passage = stall.next()
    if (passage === null) break
    if (stall.price(passage) <= left) buy(passage)
  }
  return chosen
}

/** Below this nothing worth reading can be bought. */
const smallest = 4

/** What stays in the view need not be quoted, what an edit replaced is out of date, and no tool gives orders here. */
const isFree = ({ quote, stays, folds }: Passage): boolean =>
  folds && !stays && quote.kind !== 'replaced' && !isPlanted(quote)

/** Knows what is taken, and from that what everything else adds and costs now. */
function stallOf(
  { passages, names, pairs }: Survey,
  values: Values,
  { count, beside }: Pick<Purse, 'count' | 'beside'>,
) {
  const index = new Map(passages.map((passage, at) => [passage, at]))
  const byOrigin = Map.groupBy(passages.filter(isFree), ({ quote }) => quote.origin)
  const taken = new Set<Passage>()
  const open = new Set<Origin>()
  const hasName = names.map(({ stays }) => stays)
  const hasPair = pairs.map(({ stays }) => stays)
  const prices = new Map<Passage, number>()
  const headings = new Map<Origin, number>()
  const held = heldLines([...passages.map(({ quote }) => quote.text), ...beside], best(values.lines))
  const safety = held.map(() => 0)
  const waiting = heap<Passage>()

  /** What a passage adds now: the lines that it holds, itself among them, as a sentence, and by its names. */
  const gain = (passage: Passage): number => {
    const at = index.get(passage)!
    let sum = values.cues[at]!
    for (const { line, share } of held[at]!) sum += values.lines[line]! * Math.max(0, safetyOf(share) - safety[line]!)
    for (const pair of passage.pairs) if (!hasPair[pair]) sum += values.pairs[pair]!
    for (const name of passage.names) if (!hasName[name]) sum += values.names[name]!
    return sum
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

  const hear = (line: number): void => {
    for (const { line: other, share } of held[line]!) safety[other] = Math.max(safety[other]!, safetyOf(share))
  }

  const mark = (passage: Passage): void => {
    taken.add(passage)
    for (const name of passage.names) hasName[name] = true
    for (const pair of passage.pairs) hasPair[pair] = true
    hear(index.get(passage)!)
  }

  const offer = (passage: Passage): void => waiting.push(gain(passage) / price(passage), passage)

  const take = (passage: Passage): void => {
    mark(passage)
    const { origin } = passage.quote
    if (open.has(origin)) return
    open.add(origin)
    // With the heading paid for, its neighbours are cheaper than they were.
    for (const neighbour of byOrigin.get(origin) ?? []) if (!taken.has(neighbour)) offer(neighbour)
  }

  const next = (): Passage | null => {
    for (;;) {
      const top = waiting.pop()
      if (top === undefined) return null
      if (taken.has(top.item)) continue
      const now = gain(top.item) / price(top.item)
      if (now <= 0) continue
      if (now >= waiting.peek()) return top.item
      waiting.push(now, top.item)
    }
  }

  passages.forEach(({ stays }, at) => {
    if (stays) hear(at)
  })
  beside.forEach((_, at) => {
    hear(passages.length + at)
  })
  return { offer, next, price, take }
}

/** The lines that are likeliest to be written again; who looks at all of them looks for too long. */
const best = (values: readonly number[]): readonly number[] =>
  values
    .flatMap((value, at) => (value > 0 ? [at] : []))
    .toSorted((a, b) => values[b]! - values[a]!)
    .slice(0, mostLines)

const mostLines = 4_000

/** How likely a line can be written again from one that has this share of it. */
const safetyOf = (share: number): number => (share - strange) / (1 - strange)
/** Lines that share no more than this have nothing to do with each other. */
const strange = 0.2

/** `¶12 person: ` */
const headingTokens = 4
