import type { CountTokens } from '../../core/count.ts'
import { eachInSteps, rangesInSteps, runToEnd, type Steps } from '../../core/steps.ts'
import type { Origin } from '../reading/quote.ts'
import { lineOf } from '../reading/read-line.ts'
import { heap } from './heap.ts'
import { overlapSteps } from './line-overlaps.ts'
import type { Passage, Presence, Survey } from './survey.ts'
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
 * gain per token. A gain grows only when its message is quoted for the first time, so a stale one is recomputed only when
 * it reaches the top of the queue.
 */
export const select = (survey: Survey, values: Values, budget: SelectionBudget): readonly Passage[] =>
  runToEnd(selectSteps(survey, values, budget))

/** The same, some passages at a time. */
export function* selectSteps(
  survey: Survey,
  values: Values,
  { tokens, count, required, alongside }: SelectionBudget,
): Steps<readonly Passage[]> {
  const candidates = yield* createCandidates(survey, values, { count, alongside })
  const { passages } = survey
  const chosen: Passage[] = []
  let left = tokens
  const choose = (at: number): void => {
    left -= candidates.cost(at)
    candidates.take(at)
    chosen.push(passages[at]!)
  }
  /** Chooses a few more; false when nothing more fits. */
  const chooseSome = (): boolean => {
    for (let tries = 0; tries < triesPerStep && left > minTokensLeft; tries++) {
      const at = candidates.next()
      if (at < 0) return false
      if (candidates.cost(at) <= left) choose(at)
    }
    return left > minTokensLeft
  }
  yield
  for (const at of indexesOf(required, passages)) choose(at)
  yield
  yield* eachInSteps(candidates.selectable, candidates.add)
  yield
  while (chooseSome()) yield
  return chosen
}

const triesPerStep = 100

/** Where some passages are among all, in their own order. */
function indexesOf(some: readonly Passage[], all: readonly Passage[]): readonly number[] {
  const places = new Map<Passage, number>(some.map(passage => [passage, -1]))
  all.forEach((passage, at) => {
    if (places.has(passage)) places.set(passage, at)
  })
  return some.map(passage => places.get(passage)!)
}

/** With fewer tokens left, nothing worth reading fits. */
const minTokensLeft = 4

/** What stays in the view need not be quoted, replaced text is out of date, and instructions from tools are left out. */
const isSelectable = ({ quote, stays, folds, isPlanted }: Passage): boolean =>
  folds && !stays && quote.kind !== 'replaced' && !isPlanted

/** The indexes of those that may be chosen, all together and by origin. */
function* selectableSteps(passages: readonly Passage[]) {
  const selectable: number[] = []
  const byOrigin = new Map<Origin, number[]>()
  const look = (from: number, to: number): void => {
    for (let at = from; at < to; at++) {
      const passage = passages[at]!
      if (!isSelectable(passage)) continue
      selectable.push(at)
      const { origin } = passage.quote
      const known = byOrigin.get(origin)
      if (known === undefined) byOrigin.set(origin, [at])
      else known.push(at)
    }
  }
  yield* rangesInSteps(passages.length, look, passagesPerStep)
  return { selectable, byOrigin }
}

const passagesPerStep = 20_000

/** Tracks what has been taken, and what every other passage, by its index, would add and cost now. */
function* createCandidates(
  { passages, names, pairs, talk }: Survey,
  values: Values,
  { count, alongside }: Pick<SelectionBudget, 'count' | 'alongside'>,
) {
  const { selectable, byOrigin } = yield* selectableSteps(passages)
  yield
  const isTaken = new Uint8Array(passages.length)
  const open = new Set<Origin>()
  const hasName = stayingAmong(names)
  const hasPair = stayingAmong(pairs)
  const costs = new Float64Array(passages.length)
  const headings = new Map<Origin, number>()
  yield
  const lines = passages.map(({ quote }) => quote.line)
  for (const line of alongside) lines.push(lineOf(line))
  yield
  const wanted = mostValuable(values.lines)
  yield
  const { from, covered, shares } = yield* overlapSteps(lines, wanted)
  yield
  const covers = coveragesOf(shares)
  yield
  const coverage = new Float64Array(lines.length)
  const waiting = heap()
  const togetherness = 1 + togetherRate * talk

  /** What a passage adds now: by the lines it covers (itself included), as a sentence, and by its names. */
  const gain = (at: number): number => {
    const { names, pairs } = passages[at]!
    let sum = values.cues[at]! + values.lines[at]! * Math.max(0, 1 - coverage[at]!)
    for (let one = from[at]!; one < from[at + 1]!; one++) {
      const more = covers[one]! - coverage[covered[one]!]!
      if (more > 0) sum += values.lines[covered[one]!]! * more
    }
    for (let one = 0; one < pairs.length; one++) if (hasPair[pairs[one]!] === 0) sum += values.pairs[pairs[one]!]!
    for (let one = 0; one < names.length; one++) if (hasName[names[one]!] === 0) sum += values.names[names[one]!]!
    return talk > 0 && isSaidInOpen(at) ? sum * togetherness : sum
  }

  /** Whether it is said in a message that is quoted already. */
  const isSaidInOpen = (at: number): boolean => {
    const { kind, origin } = passages[at]!.quote
    return kind === 'said' && open.has(origin)
  }

  const heading = (origin: Origin): number => {
    const known = headings.get(origin) ?? headingTokens + (origin.call === null ? 0 : count(origin.call.label))
    headings.set(origin, known)
    return known
  }

  const cost = (at: number): number => {
    const { kind, origin, line } = passages[at]!.quote
    if (costs[at] === 0) costs[at] = line.tokens(count) + 1
    const known = costs[at]!
    if (open.has(origin)) return known
    return kind === 'call' ? known + headingTokens : known + heading(origin)
  }

  const markCovered = (line: number): void => {
    coverage[line] = 1
    for (let one = from[line]!; one < from[line + 1]!; one++) {
      const other = covered[one]!
      if (coverage[other]! < covers[one]!) coverage[other] = covers[one]!
    }
  }

  const markTaken = (at: number): void => {
    isTaken[at] = 1
    for (const name of passages[at]!.names) hasName[name] = 1
    for (const pair of passages[at]!.pairs) hasPair[pair] = 1
    markCovered(at)
  }

  const add = (at: number): void => waiting.push(gain(at) / cost(at), at)

  const take = (at: number): void => {
    markTaken(at)
    const { origin } = passages[at]!.quote
    if (open.has(origin)) return
    open.add(origin)
    // With the heading paid for, its neighbours are cheaper now, and may be worth more.
    for (const neighbour of byOrigin.get(origin) ?? []) if (isTaken[neighbour] === 0) add(neighbour)
  }

  const next = (): number => {
    for (;;) {
      const top = waiting.pop()
      if (top < 0) return top
      if (isTaken[top] === 1) continue
      const now = gain(top) / cost(top)
      if (now <= 0) continue
      if (now >= waiting.peek()) return top
      waiting.push(now, top)
    }
  }

  yield
  passages.forEach(({ stays }, at) => {
    if (stays) markCovered(at)
  })
  alongside.forEach((_, at) => {
    markCovered(passages.length + at)
  })
  return { selectable, add, next, cost, take }
}

/** For each thing, 1 where it stays. */
function stayingAmong(things: readonly Presence[]): Uint8Array {
  const found = new Uint8Array(things.length)
  things.forEach(({ stays }, at) => {
    if (stays) found[at] = 1
  })
  return found
}

/** What people say in one go belongs together: in plain talk, the rest of a message that is quoted is worth this much more. */
const togetherRate = 0.4

/** The lines most likely to be written again; comparing all of them would take too long. */
function mostValuable(values: Float64Array): readonly number[] {
  // Numbers are sorted faster by themselves than by a comparison of what they belong to.
  const least = values.length <= maxLines ? 0 : values.toSorted().at(-maxLines)!
  const wanted: number[] = []
  for (let at = 0; at < values.length; at++) if (values[at]! > 0 && values[at]! >= least) wanted.push(at)
  return wanted.sort((a, b) => values[b]! - values[a]!).slice(0, maxLines)
}

const maxLines = 4_000

/** How well lines are covered by ones that share this much of them. */
function coveragesOf(shares: Float64Array): Float64Array {
  const covers = new Float64Array(shares.length)
  for (let at = 0; at < shares.length; at++) covers[at] = (shares[at]! - unrelatedShare) / (1 - unrelatedShare)
  return covers
}
/** Lines that share no more than this are unrelated. */
const unrelatedShare = 0.2

/** `¶12 person: ` */
const headingTokens = 4
