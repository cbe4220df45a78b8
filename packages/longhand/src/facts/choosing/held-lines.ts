import { contentWords } from '../reading/words.ts'

/** A line that another holds, by index, and how well: the share of its words, rare ones counting more, that stand there. */
export type Held = { readonly line: number; readonly share: number }

/** For each line itself and the wanted lines that it holds: one that holds a line is enough to write it again. */
export function heldLines(lines: readonly string[], wanted: readonly number[]): readonly (readonly Held[])[] {
  const held: Held[][] = lines.map((_, line) => [{ line, share: 1 }])
  if (wanted.length === 0) return held
  const { words, places } = indexOf(lines)
  const weights = places.map(found => Math.log(1 + lines.length / found.length))
  const sought = new Float64Array(places.length)
  const looked = new Int32Array(lines.length).fill(-1)
  const weigh = (line: number): number => words[line]!.reduce((sum, word) => sum + sought[word]!, 0)
  for (const one of wanted) {
    const own = words[one]!
    if (own.length < fewestWords) continue
    for (const word of own) sought[word] = weights[word]!
    const whole = weigh(one)
    for (const line of candidates(one, whole)) {
      const share = line === one ? 0 : weigh(line) / whole
      if (share >= most) held[line]!.push({ line: one, share })
    }
    for (const word of own) sought[word] = 0
  }
  return held

  /** A line that has none of the rarest words cannot reach the share with those that are left. */
  function* candidates(one: number, whole: number): Generator<number> {
    let left = (1 - most) * whole
    for (const word of words[one]!.toSorted((a, b) => places[a]!.length - places[b]!.length)) {
      if (left < 0) return
      left -= weights[word]!
      for (const line of places[word]!.slice(-mostPlaces)) {
        if (looked[line] !== one) yield line
        looked[line] = one
      }
    }
  }
}

/** Fewer words say nothing of their own, so no other line stands in for them. */
const fewestWords = 4

/** The share of a line's words, by their rarity, that makes another line hold it. */
const most = 0.6

/** A word that stands on more lines than this is looked up on the newest of them. */
const mostPlaces = 1_000

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
