import { type HostileText, hostileTexts, repeated } from './hostile-text.ts'
import type { Subject } from './outgrown.ts'
import { textsFor } from './pattern-texts.ts'
import { attempt } from './text-function.ts'
import { messageFunctions, textFunctions } from './text-functions.ts'

/** A regular expression of a source. */
export type FoundPattern = { readonly path: string; readonly source: string; readonly flags: string }

/** What a thread holds against hostile texts: the patterns it is given, or else the functions of the library. */
export function subjects(data: { readonly patterns: readonly FoundPattern[] } | null): readonly Subject[] {
  return data === null ? functionSubjects() : data.patterns.map(patternSubject)
}

const functionSubjects = (): readonly Subject[] => [
  ...Object.entries(textFunctions).map(subjectWith(hostileTexts)),
  // Here it is the number of messages that grows, whatever they say.
  ...Object.entries(messageFunctions).map(subjectWith([repeated('a b '), repeated('\n')])),
]

const subjectWith =
  (texts: readonly HostileText[]) =>
  ([name, run]: readonly [string, (text: string) => unknown]): Subject => ({
    name,
    run: text => attempt(() => run(text)),
    texts,
    start: 8_000,
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
