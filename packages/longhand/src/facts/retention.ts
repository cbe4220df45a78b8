import { type Fact, type FactKind, factKey, isRequired, isSentence } from './fact.ts'
import { foundIn } from './reading/found-in.ts'
import { linesOf } from './reading/lines.ts'
import { namesOf } from './reading/names.ts'
import { numbersIn } from './reading/numbers.ts'
import { sentenceSearch } from './reading/sentence-search.ts'

/** How much of what must survive has survived. */
export type Retention = {
  /** From 0 to 1; 1 when there was nothing to keep. */
  readonly share: number
  /** The same of the facts of which a text must keep its share. */
  readonly required: number
  readonly kinds: Partial<Readonly<Record<FactKind, KindRetention>>>
  readonly missing: readonly Fact[]
}

export type KindRetention = { readonly kept: number; readonly total: number }

/** Which facts a text still has: names letter by letter, sentences when most of their words are on one line. */
export const retention = (facts: readonly Fact[], text: string): Retention => retentionMeter(facts)(text)

/** The same for many texts: the facts are prepared once. */
export function retentionMeter(facts: readonly Fact[]): (text: string) => Retention {
  const read = factFinder(facts)
  const all = [...Map.groupBy(facts, ({ kind }) => kind)].map(([kind, { length }]) => [kind, length] as const)
  const requiredCount = facts.filter(isRequired).length
  return text => {
    const found = read(text)
    const missing = facts.filter(fact => !found(fact))
    const gone = Map.groupBy(missing, ({ kind }) => kind)
    const kinds = all.map(([kind, total]) => [kind, { kept: total - (gone.get(kind)?.length ?? 0), total }])
    const required = 1 - missing.filter(isRequired).length / Math.max(1, requiredCount)
    return {
      share: 1 - missing.length / Math.max(1, facts.length),
      required,
      kinds: Object.fromEntries(kinds),
      missing,
    }
  }
}

/** Reads a text once, and then answers for each fact whether it is there. */
function factFinder(facts: readonly Fact[]): (text: string) => (fact: Fact) => boolean {
  const search = sentenceSearch(facts.filter(isSentence).map(({ text }) => text))
  const commands = facts.flatMap(({ kind, text }) => (kind === 'command' ? [text.toLowerCase()] : []))
  const fixes = facts.flatMap(({ fix }) => (fix === null ? [] : [fileName(fix)]))
  return text => {
    // A line that is too short to be quoted may still have a name on it.
    const names = new Set(
      text.split('\n').flatMap(line => namesOf(line, Number.POSITIVE_INFINITY).map(({ key }) => key)),
    )
    const numbers = new Set(numbersIn(text))
    const said = search(linesOf(text))
    const isInText = foundIn(text.toLowerCase(), [...commands, ...fixes])
    return fact => {
      if (isSentence(fact)) return said(fact.text) && (fact.fix === null || isInText(fileName(fact.fix)))
      if (fact.kind === 'number') return numbers.has(fact.text)
      return fact.kind === 'command' ? isInText(fact.text.toLowerCase()) : names.has(factKey(fact))
    }
  }
}

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase()

/** The share of each kind that survived, as receipts store it. */
export const sharesByKind = ({ kinds }: Retention): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(kinds).map(([kind, { kept, total }]) => [kind, kept / total]))
