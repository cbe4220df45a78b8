import { type Compacted, compactedLines } from './compacted.ts'
import type { History } from './cut.ts'
import { lineIndex } from './line-index.ts'
import { linesOf } from './printed.ts'
import { pairsOf, type Questions, type Sentence } from './questions.ts'
import type { Reader } from './reader.ts'

export const columns = [
  'salient',
  'paths',
  'identifiers',
  'files modified',
  'constraints',
  'decisions',
  'errors',
  'error+fix',
  'fwd strict',
  'fwd old',
  'fwd any',
  'linked',
  'line60',
] as const

export type Column = (typeof columns)[number]

/** For each column the share of what was asked that is still there; null when nothing was asked. */
export type Score = Readonly<Record<Column, number | null>>

export function score(questions: Questions, history: History, compacted: Compacted, read: Reader): Score {
  const lines = compactedLines(history, compacted)
  const has = namesOf(lines, read)
  const linked = linksOf(lines, new Set(questions.linked), read)
  const index = lineIndex(lines.map(read.words), wordsAsked(questions))
  const written = lineIndex(compacted.texts.flatMap(linesOf).map(read.words), wordsAsked(questions))
  const kept = new Set(compacted.kept)
  const stands = ({ messages, words }: Sentence): boolean =>
    messages.some(at => kept.has(at)) || written.holds(words, () => 1)
  const { sentences } = questions
  return {
    salient: share(questions.salient, has),
    paths: share(questions.files, has),
    identifiers: share(questions.names, has),
    'files modified': share(questions.modified, has),
    constraints: share(sentences.constraint, stands),
    decisions: share(sentences.decision, stands),
    errors: share(sentences.error, stands),
    'error+fix': share(questions.fixes, ({ error, file }) => has(file) && stands(error)),
    'fwd strict': share(questions.strict, has),
    'fwd old': share(questions.old, has),
    'fwd any': share(questions.any, has),
    linked: share(questions.linked, pair => linked.has(pair)),
    line60: share(questions.echoes, words => index.holds(words, questions.weight)),
  }
}

function share<T>(asked: readonly T[], isThere: (one: T) => boolean): number | null {
  return asked.length === 0 ? null : asked.filter(isThere).length / asked.length
}

function namesOf(lines: readonly string[], read: Reader): (id: number) => boolean {
  const found = new Set(lines.flatMap(read.entities))
  return id => found.has(id)
}

function linksOf(lines: readonly string[], asked: ReadonlySet<number>, read: Reader): ReadonlySet<number> {
  const found = new Set<number>()
  for (const line of lines) for (const pair of pairsOf(read.entities(line))) if (asked.has(pair)) found.add(pair)
  return found
}

const asked = new WeakMap<Questions, ReadonlySet<number>>()

function wordsAsked(questions: Questions): ReadonlySet<number> {
  const known = asked.get(questions)
  if (known !== undefined) return known
  const sentences = Object.values(questions.sentences).flat()
  const words = new Set([...questions.echoes, ...sentences.map(({ words }) => words)].flat())
  asked.set(questions, words)
  return words
}
