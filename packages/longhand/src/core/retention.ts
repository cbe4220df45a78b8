import type { Fact, FactKind } from './fact.ts'
import { linesOf } from './reading/lines.ts'
import { namesOf } from './reading/names.ts'
import { numbersIn } from './reading/numbers.ts'
import { contentWords } from './reading/words.ts'

/** How much of what must survive is there. */
export type Retention = {
  /** From 0 to 1; 1 when there was nothing to keep. */
  readonly share: number
  readonly kinds: Partial<Readonly<Record<FactKind, Kept>>>
  readonly missing: readonly Fact[]
}

export type Kept = { readonly kept: number; readonly of: number }

/** Which facts a text still holds: names letter by letter, sentences when most of their words stand on one line. */
export function retention(facts: readonly Fact[], text: string): Retention {
  const found = reader(facts, text)
  const missing = facts.filter(fact => !found(fact))
  const gone = Map.groupBy(missing, ({ kind }) => kind)
  const kinds = [...Map.groupBy(facts, ({ kind }) => kind)].map(([kind, all]) => {
    return [kind, { kept: all.length - (gone.get(kind)?.length ?? 0), of: all.length }]
  })
  const share = facts.length === 0 ? 1 : 1 - missing.length / facts.length
  return { share, kinds: Object.fromEntries(kinds), missing }
}

/** Reads a text once and then tells of any of the facts whether it is there. */
function reader(facts: readonly Fact[], text: string): (fact: Fact) => boolean {
  const lines = linesOf(text)
  const names = new Set(lines.flatMap(line => namesOf(line).map(({ key }) => key)))
  const numbers = new Set(numbersIn(text))
  const lower = text.toLowerCase()
  const holds = sentences(
    lines,
    facts.filter(isSentence).map(({ text }) => text),
  )
  const file = (path: string): boolean => lower.includes(path.slice(path.lastIndexOf('/') + 1).toLowerCase())
  return fact => {
    if (isSentence(fact)) return holds(fact.text) && (fact.fix === null || file(fact.fix))
    if (fact.kind === 'number') return numbers.has(fact.text)
    return names.has(fact.text) || lower.includes(fact.text.toLowerCase())
  }
}

const isSentence = ({ kind }: Fact): boolean =>
  kind === 'constraint' || kind === 'decision' || kind === 'error' || kind === 'code'

/** Share of the words of a sentence that must stand on one line. */
const most = 0.6

function sentences(lines: readonly string[], wanted: readonly string[]): (sentence: string) => boolean {
  const needed = new Set(wanted.flatMap(contentWords))
  const places = new Map<string, number[]>()
  lines.forEach((line, at) => {
    for (const word of contentWords(line)) {
      if (!needed.has(word)) continue
      const known = places.get(word)
      if (known === undefined) places.set(word, [at])
      else known.push(at)
    }
  })
  return sentence => {
    const words = contentWords(sentence)
    const enough = Math.ceil(words.length * most)
    const hits = new Map<number, number>()
    // The rarest words first: few lines have them, and one of these lines must be it.
    const rare = words.toSorted((a, b) => (places.get(a)?.length ?? 0) - (places.get(b)?.length ?? 0))
    for (const [at, word] of rare.entries()) {
      for (const line of places.get(word) ?? []) {
        const known = hits.get(line)
        if (known === undefined && words.length - at < enough) continue
        if ((known ?? 0) + 1 >= enough) return true
        hits.set(line, (known ?? 0) + 1)
      }
    }
    return words.length === 0
  }
}
