import { type Fact, type FactKind, isSentence, keyOf } from './fact.ts'
import { foundIn } from './reading/found-in.ts'
import { holds } from './reading/holds.ts'
import { linesOf } from './reading/lines.ts'
import { namesOf } from './reading/names.ts'
import { numbersIn } from './reading/numbers.ts'

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
  // A line that is too short to be quoted may still hold a name.
  const names = new Set(text.split('\n').flatMap(line => namesOf(line, Number.POSITIVE_INFINITY).map(({ key }) => key)))
  const numbers = new Set(numbersIn(text))
  const sentences = facts.filter(isSentence).map(({ text }) => text)
  const said = holds(lines, sentences)
  const commands = facts.flatMap(({ kind, text }) => (kind === 'command' ? [text.toLowerCase()] : []))
  const fixes = facts.flatMap(({ fix }) => (fix === null ? [] : [fileName(fix)]))
  const stands = foundIn(text.toLowerCase(), [...commands, ...fixes])
  return fact => {
    if (isSentence(fact)) return said(fact.text) && (fact.fix === null || stands(fileName(fact.fix)))
    if (fact.kind === 'number') return numbers.has(fact.text)
    return fact.kind === 'command' ? stands(fact.text.toLowerCase()) : names.has(keyOf(fact))
  }
}

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase()

/** The shares of each kind that survived, as a receipt has them. */
export const sharesByKind = ({ kinds }: Retention): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(kinds).map(([kind, { kept, of }]) => [kind, kept / of]))
