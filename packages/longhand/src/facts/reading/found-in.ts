/** A range of a text: from the index of its first character to the one after its last. */
export type TextRange = { readonly from: number; readonly to: number }

/** Which of the wanted texts occur in a text. All are searched for at once, in time linear in the input. */
export function foundIn(text: string, wanted: readonly string[]): (one: string) => boolean {
  const letters = wanted.reduce((sum, one) => sum + one.length, 0)
  if (letters * text.length < maxNaiveSteps) return one => text.includes(one)
  return textSearch(wanted)(text)
}

/** The same for many texts: what is wanted is prepared once. */
export function textSearch(wanted: readonly string[]): (text: string) => (one: string) => boolean {
  const search = wordSearch(wanted)
  return text => {
    const found = new Set(search(text))
    return one => found.has(one)
  }
}

/** The same, as a list of those that are found, each once. */
export function wordSearch(wanted: readonly string[]): (text: string) => readonly string[] {
  const search = ahoCorasick(wanted)
  const always = wanted.filter(one => one === '')
  return text => {
    let found: Set<string> | null = null
    search(text, node => {
      found ??= new Set(always)
      // Shorter texts that end here too have already been found if this one has.
      for (let at = node; at > 0 && !found.has(search.wordOf(at)); at = search.shorter[at]!)
        found.add(search.wordOf(at))
    })
    return found === null ? always : [...found]
  }
}

/** Below this many steps in the worst case, searching for one after the other is faster. */
const maxNaiveSteps = 20_000_000

/** Where the wanted texts occur in a text; overlapping ones form one range. */
export function rangesOf(text: string, wanted: readonly string[]): readonly TextRange[] {
  const search = ahoCorasick(wanted)
  const found: { from: number; to: number }[] = []
  search(text, (node, to) => {
    let from = to - search.wordOf(node).length
    for (let last = found.at(-1); last !== undefined && last.to > from; last = found.at(-1)) {
      from = Math.min(from, last.from)
      found.pop()
    }
    found.push({ from, to })
  })
  return found
}

type Search = {
  /** Calls back wherever a wanted text ends, with the node of the longest one and the index. */
  (text: string, tell: (node: number, end: number) => void): void
  /** The wanted text that ends at a node; only matched nodes have one. */
  readonly wordOf: (node: number) => string
  /** The node of the next shorter wanted text that also ends there; 0 when there is none. */
  readonly shorter: Int32Array
}

/** The Aho-Corasick automaton: a trie of all wanted texts, with links to fall back on. */
function ahoCorasick(wanted: readonly string[]): Search {
  const letters = lettersOf(wanted)
  const maxNodes = 1 + wanted.reduce((sum, one) => sum + one.length, 0)
  const next = edges(maxNodes, letters.count)
  const parents = new Int32Array(maxNodes)
  const levels = new Int32Array(maxNodes)
  const letterTo = new Uint16Array(maxNodes)
  const words = new Int32Array(maxNodes)
  let nodes = 1
  for (const [index, word] of wanted.entries()) {
    let node = 0
    for (let at = 0; at < word.length; at++) {
      const letter = letters.of(word.charCodeAt(at))
      const parent = node
      node = next.get(parent, letter)
      if (node > 0) continue
      node = nodes++
      next.set(parent, letter, node)
      parents[node] = parent
      levels[node] = at + 1
      letterTo[node] = letter
    }
    if (word !== '') words[node] = index + 1
  }
  const fallback = new Int32Array(nodes)
  const shorter = new Int32Array(nodes)
  const step = (from: number, letter: number): number => {
    for (let node = from; ; node = fallback[node]!) {
      const to = next.get(node, letter)
      if (to > 0 || node === 0) return to
    }
  }
  for (const node of byLevel(levels.subarray(0, nodes))) {
    if (node === 0) continue
    const parent = parents[node]!
    fallback[node] = parent === 0 ? 0 : step(fallback[parent]!, letterTo[node]!)
    shorter[node] = words[fallback[node]!] === 0 ? shorter[fallback[node]!]! : fallback[node]!
  }
  const search = (text: string, onMatch: (node: number, end: number) => void): void => {
    let node = 0
    for (let at = 0; at < text.length; at++) {
      const letter = letters.of(text.charCodeAt(at))
      node = letter === 0 ? 0 : step(node, letter)
      if (node === 0) continue
      const ending = words[node] === 0 ? shorter[node]! : node
      if (ending > 0) onMatch(ending, at + 1)
    }
  }
  return Object.assign(search, { wordOf: (node: number) => wanted[words[node]! - 1]!, shorter })
}

/** The nodes by level: a node always falls back on one of a lower level. */
function byLevel(levels: Int32Array): Int32Array {
  const starts = new Int32Array(levels.length + 1)
  for (const level of levels) starts[level + 1]!++
  for (let level = 1; level < starts.length; level++) starts[level]! += starts[level - 1]!
  const order = new Int32Array(levels.length)
  for (let node = 0; node < levels.length; node++) order[starts[levels[node]!]!++] = node
  return order
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

/** The child of each node for each letter; 0 for none. A table while it is small enough. */
function edges(nodes: number, letters: number) {
  const width = letters + 1
  if (nodes * width > maxTableSize) return sparseEdges(nodes)
  const table = new Int32Array(nodes * width)
  return {
    get: (node: number, letter: number): number => table[node * width + letter]!,
    set: (node: number, letter: number, to: number): void => {
      table[node * width + letter] = to
    },
  }
}

const maxTableSize = 8_000_000

/** The same as a hash table of (parent, letter), for when most entries would be empty. */
function sparseEdges(nodes: number) {
  const places = 2 ** Math.ceil(Math.log2(2 * nodes))
  const from = new Int32Array(places)
  const by = new Uint16Array(places)
  const to = new Int32Array(places)
  const placeOf = (node: number, letter: number): number => {
    let place = (Math.imul(node, 0x9e3779b1) ^ Math.imul(letter, 0x85ebca6b)) >>> 0
    for (place %= places; to[place] !== 0 && (from[place] !== node || by[place] !== letter); )
      place = (place + 1) % places
    return place
  }
  return {
    get: (node: number, letter: number): number => to[placeOf(node, letter)]!,
    set: (node: number, letter: number, child: number): void => {
      const place = placeOf(node, letter)
      from[place] = node
      by[place] = letter
      to[place] = child
    },
  }
}
