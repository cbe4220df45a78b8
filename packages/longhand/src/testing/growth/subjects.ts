import type { Subject } from '../outgrown.ts'
import { fewTexts, type HostileText, hostileTexts, repeated } from './hostile-text.ts'
import { textsFor } from './pattern-texts.ts'
import { attempt, type TextFunctions } from './text-function.ts'
import { messageFunctions, textFunctions } from './text-functions.ts'

/** A regular expression of a source. */
export type FoundPattern = { readonly path: string; readonly source: string; readonly flags: string }

/** What is held against hostile texts: patterns, or the functions of the library, on many texts or on long ones. */
export type Wanted =
  | { readonly patterns: readonly FoundPattern[] }
  | { readonly functions: 'many' | 'long' | 'messages' }

/** What a thread holds against hostile texts. */
export function subjects(wanted: Wanted): readonly Subject[] {
  if ('patterns' in wanted) return wanted.patterns.map(patternSubject)
  if (wanted.functions === 'messages') return messageSubjects(messageFunctions)
  return wanted.functions === 'many' ? onManyTexts(textFunctions) : onLongTexts(textFunctions)
}

/** Functions on every text. Those that are made of many others are left to the long texts. */
export const onManyTexts = (functions: TextFunctions): readonly Subject[] =>
  Object.entries(functions)
    .filter(([name]) => !isComposed(name))
    .map(subjectOn(hostileTexts, 8_000))

/** Functions on texts that are long enough for what takes little time for a letter, but for each letter again. */
export const onLongTexts = (functions: TextFunctions, start = 32_000): readonly Subject[] =>
  Object.entries(functions).map(([name, run]) => subjectOn(fewTexts, isComposed(name) ? 8_000 : start)([name, run]))

/** Here it is the number of messages that grows, whatever they say. */
export const messageSubjects = (functions: TextFunctions): readonly Subject[] =>
  Object.entries(functions).map(subjectOn([repeated('a b '), repeated('\n')], 20_000))

const isComposed = (name: string): boolean =>
  /^(?:core\/same-json|facts\/(?:choosing|extract|judging|reading\/(?:sentence-search|found-in|quote)|facts|retention|bare-fact-lines|sections\.ts carried|quoting)|tokens\/(?:models|registry|count-message|growing)|wire\/(?:archive|read-transcript|source))/.test(
    name,
  )

const subjectOn =
  (texts: readonly HostileText[], start: number) =>
  ([name, run]: readonly [string, (text: string) => unknown]): Subject => ({
    name,
    run: text => attempt(() => run(text)),
    texts,
    start,
  })

/** A pattern is looked for, and split by. */
function patternSubject({ path, source, flags }: FoundPattern): Subject {
  const pattern = new RegExp(source, flags)
  const run = (text: string): void => {
    pattern.lastIndex = 0
    pattern.test(text)
    text.split(pattern)
  }
  return { name: `${path} ${pattern}`, run, texts: [...textsFor(pattern), ...hostileTexts], start: 4_000 }
}
