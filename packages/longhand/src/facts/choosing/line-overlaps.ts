import { eachInSteps, rangesInSteps, runToEnd, type Steps } from '../../core/steps.ts'
import { lineOf, type ReadLine } from '../reading/read-line.ts'
import { sharedWordNumbers } from '../reading/word-numbers.ts'

/**
 * Which of the wanted lines other lines cover, and how well: by the share of their words, rare ones weighing more, on the
 * other. `from[line]` is where those that a line covers begin in the two lists; they end where those of the next begin.
 * That each line covers itself is not listed.
 */
export type LineOverlaps = {
  readonly from: Int32Array
  readonly covered: Int32Array
  readonly shares: Float64Array
}

export const lineOverlaps = (lines: readonly string[], wanted: readonly number[]): LineOverlaps =>
  runToEnd(overlapSteps(lines.map(lineOf), wanted))

/** The same, some of the wanted lines at a time. */
export function* overlapSteps(lines: readonly ReadLine[], wanted: readonly number[]): Steps<LineOverlaps> {
  const found = overlapList()
  if (wanted.length === 0) return yield* found.byLine(lines.length)
  const index = yield* indexSteps(lines)
  const scratch = {
    wantedWeights: new Float64Array(index.weights.length),
    checkedFor: new Int32Array(lines.length).fill(-1),
  }
  for (let from = 0; from < wanted.length; from += wantedPerStep) {
    yield
    compareSome(wanted.slice(from, from + wantedPerStep), index, scratch, found)
  }
  return yield* found.byLine(lines.length)
}

// Loops stand in functions of their own: engines hardly compile generators, and forget what they compiled of them.

type Index = NumberedWords & WeighedWords & { readonly totals: Float64Array; readonly places: Int32Array }

/** What is used for one wanted line after the other. */
type Scratch = {
  /** By word: what it weighs if it is on the wanted line, else 0. */
  readonly wantedWeights: Float64Array
  /** By line: the wanted line that it was last compared with. */
  readonly checkedFor: Int32Array
}

/** Finds the lines that cover each of some wanted ones. */
function compareSome(
  wanted: readonly number[],
  { words, wordsFrom, weights, totals, holders, placesFrom, places }: Index,
  { wantedWeights, checkedFor }: Scratch,
  found: OverlapList,
): void {
  for (let rank = 0; rank < wanted.length; rank++) {
    const one = wanted[rank]!
    const first = wordsFrom[one]!
    const end = wordsFrom[one + 1]!
    if (end - first < minWords) continue
    const whole = totals[one]!
    const enough = whole * minShare * 0.999
    const enoughStep = stepOf(enough)
    for (let at = first; at < end; at++) wantedWeights[words[at]!] = weights[words[at]!]!
    checkedFor[one] = one
    // A line without any of the rarest words cannot reach the share with the rest.
    let left = (1 - minShare) * whole
    const rarestFirst = rarestOf(words.subarray(first, end), holders)
    for (let next = 0; next < rarestFirst.length && left >= 0; next++) {
      const word = rarestFirst[next]!
      left -= weights[word]!
      const placesEnd = placesFrom[word + 1]!
      for (let at = placesFrom[word]!; at < placesEnd; at++) {
        const line = places[at]!
        if (checkedFor[line] === one) continue
        const total = totals[line]!
        // Nor can one whose words weigh too little all together, nor those after it.
        if (total < enough) {
          if (stepOf(total) < enoughStep) break
          continue
        }
        checkedFor[line] = one
        let shared = 0
        for (let own = wordsFrom[line]!, last = wordsFrom[line + 1]!; own < last; own++)
          shared += wantedWeights[words[own]!]!
        if (shared / whole >= minShare) found.add(line, one, shared / whole)
      }
    }
    for (let at = first; at < end; at++) wantedWeights[words[at]!] = 0
  }
}

type OverlapList = ReturnType<typeof overlapList>

/** Collects overlaps as they are found. */
function overlapList() {
  let holders = new Int32Array(1_024)
  let found = new Int32Array(1_024)
  let well = new Float64Array(1_024)
  let count = 0
  const grow = (): void => {
    holders = twice(holders)
    found = twice(found)
    well = twice(well)
  }
  const add = (line: number, covered: number, share: number): void => {
    if (count === holders.length) grow()
    holders[count] = line
    found[count] = covered
    well[count++] = share
  }
  function* byLine(lines: number): Steps<LineOverlaps> {
    const from = startsOf(holders.subarray(0, count), lines)
    yield
    const next = from.slice()
    const covered = new Int32Array(count)
    const shares = new Float64Array(count)
    const move = (at: number, end: number): void => {
      for (; at < end; at++) {
        const to = next[holders[at]!]!++
        covered[to] = found[at]!
        shares[to] = well[at]!
      }
    }
    for (let at = 0; at < count; at += movedPerStep) {
      move(at, Math.min(count, at + movedPerStep))
      yield
    }
    return { from, covered, shares }
  }
  return { add, byLine }
}

/** The same numbers with room for as many again. */
function twice<T extends Int32Array | Float64Array>(numbers: T): T {
  const more = new (numbers.constructor as new (length: number) => T)(2 * numbers.length)
  more.set(numbers)
  return more
}

/** Where those of each line begin when they are put in the order of lines. */
function startsOf(holders: Int32Array, lines: number): Int32Array {
  const from = new Int32Array(lines + 1)
  for (let at = 0; at < holders.length; at++) from[holders[at]! + 1]!++
  for (let line = 1; line <= lines; line++) from[line]! += from[line - 1]!
  return from
}

const wantedPerStep = 100
const movedPerStep = 50_000
const linesPerStep = 20_000

/** Shorter lines are too short to be covered by another. */
const minWords = 4

/** The share of a line's words, weighed by rarity, that another must have to cover it. */
const minShare = 0.6

/** A word on more lines than this is looked up on the newest of them only. */
const maxPlaces = 1_000

/**
 * The words of all lines as numbers, line by line, what they weigh, and the lines of each word: those of all words in one
 * list, word by word, for each word roughly in the order of what the lines weigh, the heaviest first.
 */
function* indexSteps(lines: readonly ReadLine[]) {
  const numbers = sharedWordNumbers()
  const all: (readonly number[])[] = []
  yield* eachInSteps(lines, line => all.push(line.words(numbers)))
  yield
  const numbered = yield* numberWords(all, numbers.count())
  yield
  const weighed = weighWords(numbered, lines.length)
  yield
  const heavy = yield* weighLines(numbered, weighed)
  yield
  const places = yield* placesOf(numbered, weighed, heavy)
  yield
  return { ...numbered, ...weighed, totals: heavy.totals, places }
}

type NumberedWords = { readonly words: Int32Array; readonly wordsFrom: Int32Array; readonly count: number }

/** Others may have numbered many words more: those of these lines are numbered from 1 once more, without gaps. */
function* numberWords(lines: readonly (readonly number[])[], known: number): Steps<NumberedWords> {
  const wordsFrom = new Int32Array(lines.length + 1)
  lines.forEach((words, line) => {
    wordsFrom[line + 1] = wordsFrom[line]! + words.length
  })
  const own = new Int32Array(known)
  const words = new Int32Array(wordsFrom.at(-1)!)
  let [at, last] = [0, 0]
  const number = (from: number, to: number): void => {
    for (let line = from; line < to; line++)
      for (const word of lines[line]!) {
        if (own[word] === 0) own[word] = ++last
        words[at++] = own[word]!
      }
  }
  yield
  yield* rangesInSteps(lines.length, number, linesPerStep)
  return { words, wordsFrom, count: last + 1 }
}

type WeighedWords = ReturnType<typeof weighWords>

/** On how many lines each word is, what it weighs, and where its lines begin. */
function weighWords({ words, count }: NumberedWords, lines: number) {
  const holders = new Int32Array(count)
  for (let at = 0; at < words.length; at++) holders[words[at]!]!++
  const weights = new Float64Array(count)
  const placesFrom = new Int32Array(count + 1)
  for (let word = 0; word < count; word++) {
    if (holders[word]! > 0) weights[word] = Math.log(1 + lines / holders[word]!)
    placesFrom[word + 1] = placesFrom[word]! + Math.min(maxPlaces, holders[word]!)
  }
  return { holders, weights, placesFrom }
}

type WeighedLines = { readonly totals: Float64Array; readonly oldest: Int32Array }

/** What the words of each line weigh together, and the oldest line on which each word is looked up. */
function* weighLines(
  { words, wordsFrom, count }: NumberedWords,
  { holders, weights }: WeighedWords,
): Steps<WeighedLines> {
  const lines = wordsFrom.length - 1
  const totals = new Float64Array(lines)
  const oldest = new Int32Array(count)
  const left = holders.slice()
  const weigh = (from: number, to: number): void => {
    for (let line = from; line < to; line++) {
      let total = 0
      for (let at = wordsFrom[line]!; at < wordsFrom[line + 1]!; at++) {
        total += weights[words[at]!]!
        if (left[words[at]!]!-- === maxPlaces) oldest[words[at]!] = line
      }
      totals[line] = total
    }
  }
  yield* rangesInSteps(lines, weigh, linesPerStep)
  return { totals, oldest }
}

/** The lines of each word. */
function* placesOf(
  { words, wordsFrom }: NumberedWords,
  { placesFrom }: WeighedWords,
  { totals, oldest }: WeighedLines,
): Steps<Int32Array> {
  const places = new Int32Array(placesFrom.at(-1)!)
  const next = placesFrom.slice()
  const order = heaviestFirst(totals)
  const place = (from: number, to: number): void => {
    for (let rank = from; rank < to; rank++) {
      const line = order[rank]!
      for (let at = wordsFrom[line]!; at < wordsFrom[line + 1]!; at++)
        if (line >= oldest[words[at]!]!) places[next[words[at]!]!++] = line
    }
  }
  yield
  yield* rangesInSteps(order.length, place, linesPerStep)
  return places
}

/** Weights in steps: to sort by these takes a look at each line, and no comparisons. */
const stepOf = (weight: number): number => Math.min(maxStep, Math.floor(weight * stepsPerUnit))
const stepsPerUnit = 4
const maxStep = 1_023

/** The lines by the steps of their weights. */
function heaviestFirst(totals: Float64Array): Int32Array {
  const from = new Int32Array(maxStep + 2)
  for (const total of totals) from[maxStep - stepOf(total) + 1]!++
  for (let step = 1; step < from.length; step++) from[step]! += from[step - 1]!
  const order = new Int32Array(totals.length)
  totals.forEach((total, line) => {
    order[from[maxStep - stepOf(total)]!++] = line
  })
  return order
}

/** Words with the rarest first. Most lines are short, and each word is simply put in its place. */
function rarestOf(words: Int32Array, holders: Int32Array): Int32Array {
  if (words.length > 32) return words.toSorted((a, b) => holders[a]! - holders[b]!)
  const sorted = words.slice()
  for (let at = 1; at < sorted.length; at++) {
    const word = sorted[at]!
    let to = at
    for (; to > 0 && holders[sorted[to - 1]!]! > holders[word]!; to--) sorted[to] = sorted[to - 1]!
    sorted[to] = word
  }
  return sorted
}
