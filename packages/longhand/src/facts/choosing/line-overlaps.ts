import { sharedWordNumbers } from '../reading/word-numbers.ts'

/** A line that another one covers, by index, and how well: the share of its words, rare ones weighing more, on the other. */
export type LineOverlap = { readonly line: number; readonly share: number }

/** For each line, itself and the wanted lines that it covers. */
export function lineOverlaps(lines: readonly string[], wanted: readonly number[]): readonly (readonly LineOverlap[])[] {
  const overlaps: LineOverlap[][] = lines.map((_, line) => [{ line, share: 1 }])
  if (wanted.length === 0) return overlaps
  const { words, weights, totals, holders, placesFrom, places } = indexOf(lines)
  const wantedWeights = new Float64Array(weights.length)
  const checkedFor = new Int32Array(lines.length).fill(-1)
  for (const one of wanted) {
    const own = words[one]!
    if (own.length < minWords) continue
    const whole = totals[one]!
    const enough = whole * minShare * 0.999
    const enoughStep = stepOf(enough)
    for (let at = 0; at < own.length; at++) wantedWeights[own[at]!] = weights[own[at]!]!
    checkedFor[one] = one
    // A line without any of the rarest words cannot reach the share with the rest.
    let left = (1 - minShare) * whole
    const rarestFirst = rarestOf(own, holders)
    for (let rank = 0; rank < rarestFirst.length && left >= 0; rank++) {
      const word = rarestFirst[rank]!
      left -= weights[word]!
      for (let at = placesFrom[word]!; at < placesFrom[word + 1]!; at++) {
        const line = places[at]!
        // Nor can one whose words weigh too little all together, nor those after it.
        if (totals[line]! < enough) {
          if (stepOf(totals[line]!) < enoughStep) break
          continue
        }
        if (checkedFor[line] === one) continue
        checkedFor[line] = one
        const share = weigh(words[line]!) / whole
        if (share >= minShare) overlaps[line]!.push({ line: one, share })
      }
    }
    for (let at = 0; at < own.length; at++) wantedWeights[own[at]!] = 0
  }
  return overlaps

  function weigh(found: Int32Array): number {
    let sum = 0
    for (let at = 0; at < found.length; at++) sum += wantedWeights[found[at]!]!
    return sum
  }
}

/** Shorter lines are too short to be covered by another. */
const minWords = 4

/** The share of a line's words, weighed by rarity, that another must have to cover it. */
const minShare = 0.6

/** A word on more lines than this is looked up on the newest of them only. */
const maxPlaces = 1_000

/**
 * The words of each line as numbers, what they weigh, and the lines of each word: those of all words in one list, one word
 * after the other, for each word roughly in the order of what the lines weigh, the heaviest first.
 */
function indexOf(lines: readonly string[]) {
  const numbers = sharedWordNumbers()
  const words = lines.map(line => numbers.of(line))
  const holders = new Int32Array(numbers.count())
  for (const own of words) for (let at = 0; at < own.length; at++) holders[own[at]!]!++
  const weights = new Float64Array(holders.length)
  const placesFrom = new Int32Array(holders.length + 1)
  for (let word = 0; word < holders.length; word++) {
    if (holders[word]! > 0) weights[word] = Math.log(1 + lines.length / holders[word]!)
    placesFrom[word + 1] = placesFrom[word]! + Math.min(maxPlaces, holders[word]!)
  }
  const totals = Float64Array.from(words, own => own.reduce((sum, word) => sum + weights[word]!, 0))
  const oldest = oldestPlaces(words, holders)
  const places = new Int32Array(placesFrom.at(-1)!)
  const next = placesFrom.slice()
  for (const line of heaviestFirst(totals))
    for (let at = 0, own = words[line]!; at < own.length; at++)
      if (line >= oldest[own[at]!]!) places[next[own[at]!]!++] = line
  return { words, weights, totals, holders, placesFrom, places }
}

/** The oldest line on which each word is looked up. */
function oldestPlaces(words: readonly Int32Array[], holders: Int32Array): Int32Array {
  const oldest = new Int32Array(holders.length)
  const left = holders.slice()
  words.forEach((own, line) => {
    for (let at = 0; at < own.length; at++) if (left[own[at]!]!-- === maxPlaces) oldest[own[at]!] = line
  })
  return oldest
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
