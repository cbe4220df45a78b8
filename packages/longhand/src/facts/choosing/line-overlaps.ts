import { contentWords } from '../reading/words.ts'

/** A line that another one covers, by index, and how well: the share of its words, rare ones weighing more, on the other. */
export type LineOverlap = { readonly line: number; readonly share: number }

/** For each line, itself and the wanted lines that it covers. */
export function lineOverlaps(lines: readonly string[], wanted: readonly number[]): readonly (readonly LineOverlap[])[] {
  const overlaps: LineOverlap[][] = lines.map((_, line) => [{ line, share: 1 }])
  if (wanted.length === 0) return overlaps
  const { words, places } = indexOf(lines)
  const weights = places.map(found => Math.log(1 + lines.length / found.length))
  const wantedWeights = new Float64Array(places.length)
  const checkedFor = new Int32Array(lines.length).fill(-1)
  for (const one of wanted) {
    const own = words[one]!
    if (own.length < minWords) continue
    for (const word of own) wantedWeights[word] = weights[word]!
    const whole = weigh(one)
    checkedFor[one] = one
    // A line without any of the rarest words cannot reach the share with the rest.
    let left = (1 - minShare) * whole
    for (const word of own.toSorted((a, b) => places[a]!.length - places[b]!.length)) {
      if (left < 0) break
      left -= weights[word]!
      const found = places[word]!
      for (let at = Math.max(0, found.length - maxPlaces); at < found.length; at++) addIfCovered(found[at]!, one, whole)
    }
    for (const word of own) wantedWeights[word] = 0
  }
  return overlaps

  function addIfCovered(line: number, one: number, whole: number): void {
    if (checkedFor[line] === one) return
    checkedFor[line] = one
    const share = weigh(line) / whole
    if (share >= minShare) overlaps[line]!.push({ line: one, share })
  }

  function weigh(line: number): number {
    let sum = 0
    for (const word of words[line]!) sum += wantedWeights[word]!
    return sum
  }
}

/** Shorter lines are too short to be covered by another. */
const minWords = 4

/** The share of a line's words, weighed by rarity, that another must have to cover it. */
const minShare = 0.6

/** A word on more lines than this is looked up on the newest of them only. */
const maxPlaces = 1_000

/** The words of each line as numbers, and the lines of each word. */
function indexOf(lines: readonly string[]) {
  const ids = new Map<string, number>()
  const places: number[][] = []
  const words = lines.map((line, at) =>
    contentWords(line).map(word => {
      const id = ids.get(word) ?? places.push([]) - 1
      ids.set(word, id)
      places[id]!.push(at)
      return id
    }),
  )
  return { words, places }
}
