/** A stretch of a text, by index: from the first character to the one after the last. */
export type Stretch = { readonly from: number; readonly to: number }

/** Tells which of the wanted texts stand in a text. All are looked for at once, in time linear in everything given. */
export function foundIn(text: string, wanted: readonly string[]): (one: string) => boolean {
  const letters = wanted.reduce((sum, one) => sum + one.length, 0)
  if (letters * text.length < quickly) return one => text.includes(one)
  const search = searchFor(wanted)
  const found = new Set<string>(wanted.filter(one => one === ''))
  search(text, node => {
    // What ends here ends here again in all that it is the end of; once told is enough.
    for (let at = node; at > 0 && !found.has(search.words[at]!); at = search.shorter[at]!) found.add(search.words[at]!)
  })
  return one => found.has(one)
}

/** Below this many steps at the worst, looking for one after the other is faster. */
const quickly = 20_000_000

/** Where any of the wanted texts stand in a text; those that overlap are one stretch. */
export function stretchesOf(text: string, wanted: readonly string[]): readonly Stretch[] {
  const search = searchFor(wanted)
  const found: { from: number; to: number }[] = []
  search(text, (node, to) => {
    let from = to - search.words[node]!.length
    for (let last = found.at(-1); last !== undefined && last.to > from; last = found.at(-1)) {
      from = Math.min(from, last.from)
      found.pop()
    }
    found.push({ from, to })
  })
  return found
}

type Search = {
  /** Calls back for every place where a wanted text ends: with the node of the longest one, and the place. */
  (text: string, tell: (node: number, end: number) => void): void
  /** The wanted text of a node that is the end of one. */
  readonly words: readonly (string | null)[]
  /** The node of the next shorter wanted text that also ends there; 0 when there is none. */
  readonly shorter: Int32Array
}

/** The automaton of Aho and Corasick: a tree of all wanted texts, in which a letter that does not fit leads on. */
function searchFor(wanted: readonly string[]): Search {
  const letters = lettersOf(wanted)
  const most = 1 + wanted.reduce((sum, one) => sum + one.length, 0)
  const next = edges(most, letters.count)
  const words: (string | null)[] = [null]
  const levels: { readonly parent: number; readonly letter: number; readonly node: number }[][] = []
  for (const word of wanted) {
    let node = 0
    for (let at = 0; at < word.length; at++) {
      const letter = letters.of(word.charCodeAt(at))
      const parent = node
      node = next.get(parent, letter)
      if (node > 0) continue
      node = words.push(null) - 1
      next.set(parent, letter, node)
      const level = levels[at] ?? []
      levels[at] = level
      level.push({ parent, letter, node })
    }
    if (word !== '') words[node] = word
  }
  const fallback = new Int32Array(words.length)
  const shorter = new Int32Array(words.length)
  const step = (from: number, letter: number): number => {
    for (let node = from; ; node = fallback[node]!) {
      const to = next.get(node, letter)
      if (to > 0 || node === 0) return to
    }
  }
  for (const { parent, letter, node } of levels.flat()) {
    fallback[node] = parent === 0 ? 0 : step(fallback[parent]!, letter)
    shorter[node] = words[fallback[node]!] === null ? shorter[fallback[node]!]! : fallback[node]!
  }
  const search = (text: string, tell: (node: number, end: number) => void): void => {
    let node = 0
    for (let at = 0; at < text.length; at++) {
      const letter = letters.of(text.charCodeAt(at))
      node = letter === 0 ? 0 : step(node, letter)
      const ending = words[node] === null ? shorter[node]! : node
      if (ending > 0) tell(ending, at + 1)
    }
  }
  return Object.assign(search, { words, shorter })
}

/** The letters that some texts are made of, numbered from 1. */
function lettersOf(texts: readonly string[]): { readonly count: number; readonly of: (code: number) => number } {
  const numbers = new Uint16Array(0x10000)
  let count = 0
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (numbers[code] === 0) numbers[code] = ++count
    }
  }
  return { count, of: code => numbers[code]! }
}

/** Where each letter leads from each node; 0 where it leads nowhere. A table while there is room for one. */
function edges(nodes: number, letters: number) {
  const width = letters + 1
  if (nodes * width <= largestTable) {
    const table = new Int32Array(nodes * width)
    return {
      get: (node: number, letter: number): number => table[node * width + letter]!,
      set: (node: number, letter: number, to: number): void => {
        table[node * width + letter] = to
      },
    }
  }
  const known = new Map<number, number>()
  return {
    get: (node: number, letter: number): number => known.get(node * width + letter) ?? 0,
    set: (node: number, letter: number, to: number): void => {
      known.set(node * width + letter, to)
    },
  }
}

const largestTable = 8_000_000
