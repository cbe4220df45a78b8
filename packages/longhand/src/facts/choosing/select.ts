import type { CountTokens } from '../../core/count.ts'
import { isPlanted } from '../reading/cues.ts'
import type { Origin } from '../reading/quote.ts'
import { heap } from './heap.ts'
import { lineOverlaps } from './line-overlaps.ts'
import type { Passage, Survey } from './survey.ts'
import type { Values } from './values.ts'

/** How many tokens may be chosen, and what is chosen first. */
export type SelectionBudget = {
  readonly tokens: number
  readonly count: CountTokens
  readonly required: readonly Passage[]
  /** Lines that the reader sees anyway: similar ones add little. */
  readonly alongside: readonly string[]
}

/**
 * Chooses passages within a token budget, in order of choice: the required ones, then always the one with the highest
 * gain per token. A gain never grows, so a stale one is recomputed only when it reaches the top of the queue.
 */
export function select(
  survey: Survey,
  values: Values,
  { tokens, count, required, alongside }: SelectionBudget,
): readonly Passage[] {
  const candidates = createCandidates(survey, values, { count, alongside })
  const chosen: Passage[] = []
  let left = tokens
  const choose = (passage: Passage): void => {
    left -= candidates.cost(passage)
    candidates.take(passage)
    chosen.push(passage)
  }
  for (const passage of required) choose(passage)
  for (const passage of survey.passages) if (isSelectable(passage)) candidates.add(passage)
  while (left > minTokensLeft) {
    const passage = candidates.next()
    if (passage === null) break
    if (candidates.cost(passage) <= left) choose(passage)
  }
  return chosen
}

/** With fewer tokens left, nothing worth reading fits. */
const minTokensLeft = 4

/** What stays in the view need not be quoted, replaced text is out of date, and instructions from tools are left out. */
const isSelectable = ({ quote, stays, folds }: Passage): boolean =>
  folds && !stays && quote.kind !== 'replaced' && !isPlanted(quote)

/** Tracks what has been taken, and what every other passage would add and cost now. */
function createCandidates(
  { passages, names, pairs }: Survey,
  values: Values,
  { count, alongside }: Pick<SelectionBudget, 'count' | 'alongside'>,
) {
  const index = new Map(passages.map((passage, at) => [passage, at]))
  const byOrigin = Map.groupBy(passages.filter(isSelectable), ({ quote }) => quote.origin)
  const taken = new Set<Passage>()
  const open = new Set<Origin>()
  const hasName = names.map(({ stays }) => stays)
  const hasPair = pairs.map(({ stays }) => stays)
  const costs = new Map<Passage, number>()
  const headings = new Map<Origin, number>()
  const overlaps = lineOverlaps([...passages.map(({ quote }) => quote.text), ...alongside], mostValuable(values.lines))
  const coverage = overlaps.map(() => 0)
  const waiting = heap<Passage>()

  /** What a passage adds now: by the lines it covers (itself included), as a sentence, and by its names. */
  const gain = (passage: Passage): number => {
    const at = index.get(passage)!
    let sum = values.cues[at]!
    for (const { line, share } of overlaps[at]!)
      sum += values.lines[line]! * Math.max(0, coverageOf(share) - coverage[line]!)
    for (const pair of passage.pairs) if (!hasPair[pair]) sum += values.pairs[pair]!
    for (const name of passage.names) if (!hasName[name]) sum += values.names[name]!
    return sum
  }

  const heading = (origin: Origin): number => {
    const known = headings.get(origin) ?? headingTokens + (origin.call === null ? 0 : count(origin.call.label))
    headings.set(origin, known)
    return known
  }

  const cost = (passage: Passage): number => {
    const { kind, origin, text } = passage.quote
    const known = costs.get(passage) ?? count(text) + 1
    costs.set(passage, known)
    if (open.has(origin)) return known
    return kind === 'call' ? known + headingTokens : known + heading(origin)
  }

  const markCovered = (line: number): void => {
    for (const { line: other, share } of overlaps[line]!)
      coverage[other] = Math.max(coverage[other]!, coverageOf(share))
  }

  const markTaken = (passage: Passage): void => {
    taken.add(passage)
    for (const name of passage.names) hasName[name] = true
    for (const pair of passage.pairs) hasPair[pair] = true
    markCovered(index.get(passage)!)
  }

  const add = (passage: Passage): void => waiting.push(gain(passage) / cost(passage), passage)

  const take = (passage: Passage): void => {
    markTaken(passage)
    const { origin } = passage.quote
    if (open.has(origin)) return
    open.add(origin)
    // With the heading paid for, its neighbours are cheaper now.
    for (const neighbour of byOrigin.get(origin) ?? []) if (!taken.has(neighbour)) add(neighbour)
  }

  const next = (): Passage | null => {
    for (;;) {
      const top = waiting.pop()
      if (top === undefined) return null
      if (taken.has(top.item)) continue
      const now = gain(top.item) / cost(top.item)
      if (now <= 0) continue
      if (now >= waiting.peek()) return top.item
      waiting.push(now, top.item)
    }
  }

  passages.forEach(({ stays }, at) => {
    if (stays) markCovered(at)
  })
  alongside.forEach((_, at) => {
    markCovered(passages.length + at)
  })
  return { add, next, cost, take }
}

/** The lines most likely to be written again; comparing all of them would take too long. */
const mostValuable = (values: readonly number[]): readonly number[] =>
  values
    .flatMap((value, at) => (value > 0 ? [at] : []))
    .toSorted((a, b) => values[b]! - values[a]!)
    .slice(0, maxLines)

const maxLines = 4_000

/** How well a line is covered by one that shares this much of it. */
const coverageOf = (share: number): number => (share - unrelatedShare) / (1 - unrelatedShare)
/** Lines that share no more than this are unrelated. */
const unrelatedShare = 0.2

/** `¶12 person: ` */
const headingTokens = 4
