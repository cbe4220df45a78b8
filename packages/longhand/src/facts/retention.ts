import { eachInSteps, runToEnd, type Steps } from '../core/steps.ts'
import { type Fact, type FactKind, factKey, isRequired, isSentence } from './fact.ts'
import { wordSearch } from './reading/found-in.ts'
import { sentenceSearch } from './reading/sentence-search.ts'
import { readText, type TextLineReading } from './text-reading.ts'

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

/** The same for many texts that follow one that is always there: it and the facts are prepared once. */
export function retentionMeter(facts: readonly Fact[], always = ''): (text: string) => Retention {
  const measure = runToEnd(retentionMeterSteps(facts, always))
  return text => runToEnd(measure(text))
}

/** The same in steps, and so is what it measures. */
export function* retentionMeterSteps(
  facts: readonly Fact[],
  always: string,
): Steps<(text: string) => Steps<Retention>> {
  const read = factReader(facts)
  yield
  const before = yield* read(always)
  const open = yield* withoutHeld(facts, () => [before])
  const all = [...Map.groupBy(facts, ({ kind }) => kind)].map(([kind, { length }]) => [kind, length] as const)
  const requiredCount = facts.filter(isRequired).length
  return function* (text) {
    const now = yield* read(text)
    // What the first text did not hold it holds no more now, unless as one half of an error with its fix.
    const missing = yield* withoutHeld(open, ({ fix }) => (fix === null ? [now] : [before, now]))
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

/** The same, measured on a part of the facts, among all of them: what the part does not hold counts as missing. */
export function retentionAmong(measured: Retention, all: Partial<Readonly<Record<FactKind, number>>>): Retention {
  const kinds = Object.entries(all).map(([kind, total]) => {
    const kept = Math.min(total, measured.kinds[kind as FactKind]?.kept ?? 0)
    return { kind: kind as FactKind, kept, total }
  })
  const shareOf = (some: typeof kinds): number => {
    const total = some.reduce((sum, one) => sum + one.total, 0)
    return total === 0 ? 1 : some.reduce((sum, { kept }) => sum + kept, 0) / total
  }
  return {
    share: shareOf(kinds),
    required: shareOf(kinds.filter(isRequired)),
    kinds: Object.fromEntries(kinds.map(({ kind, kept, total }) => [kind, { kept, total }])),
    missing: measured.missing,
  }
}

/** What a text has of the facts. */
type ReadText = {
  readonly hasName: (key: string) => boolean
  readonly hasNumber: (number: string) => boolean
  /** Whether it says a sentence, in its own words or nearly. */
  readonly says: (sentence: string) => boolean
  /** Whether it has a command or the name of a file, in lower case. */
  readonly has: (text: string) => boolean
}

/** The facts that none of the parts of a text holds. */
function* withoutHeld(facts: readonly Fact[], partsFor: (fact: Fact) => readonly ReadText[]): Steps<readonly Fact[]> {
  const missing: Fact[] = []
  yield* eachInSteps(facts, fact => {
    if (!isHeld(fact, partsFor(fact))) missing.push(fact)
  })
  return missing
}

/** Whether one of the parts of a text holds a fact. */
function isHeld(fact: Fact, parts: readonly ReadText[]): boolean {
  const { kind, text, fix } = fact
  if (isSentence(fact))
    return parts.some(part => part.says(text)) && (fix === null || parts.some(part => part.has(fileName(fix))))
  if (kind === 'number') return parts.some(part => part.hasNumber(text))
  return kind === 'command'
    ? parts.some(part => part.has(text.toLowerCase()))
    : parts.some(part => part.hasName(factKey(fact)))
}

/** Reads texts for some facts. */
function factReader(facts: readonly Fact[]): (text: string) => Steps<ReadText> {
  const sentences = sentenceSearch(facts.filter(isSentence).map(({ text }) => text))
  const commands = facts.flatMap(({ kind, text }) => (kind === 'command' ? [text.toLowerCase()] : []))
  const fixes = facts.flatMap(({ fix }) => (fix === null ? [] : [fileName(fix)]))
  const search = wordSearch([...new Set([...commands, ...fixes])])
  // The texts that are measured have most of their lines in common.
  const known = new Map<TextLineReading, readonly string[]>()
  const wantedOn = (line: TextLineReading): readonly string[] => {
    const found = known.get(line) ?? search(line.lowerCase)
    known.set(line, found)
    return found
  }
  return function* (text) {
    const { names, numbers, quotable, lines } = yield* readText(text)
    yield
    const says = sentences(quotable)
    yield
    const found = new Set<string>()
    yield* eachInSteps(lines, line => {
      for (const one of wantedOn(line)) found.add(one)
    })
    return {
      hasName: key => names.has(key),
      hasNumber: number => numbers.has(number),
      says,
      has: one => found.has(one),
    }
  }
}

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase()

/** The share of each kind that survived, as receipts store it. */
export const sharesByKind = ({ kinds }: Retention): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(kinds).map(([kind, { kept, total }]) => [kind, kept / total]))
