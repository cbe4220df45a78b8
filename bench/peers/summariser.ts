import { entitiesOn, isFile } from '../../evals/metric/entities.ts'
import { filesModified } from '../../evals/metric/files.ts'
import { printed } from '../../evals/metric/printed.ts'
import { tokensIn } from './count.ts'
import { messagesOf, type Script } from './script.ts'

/** Writes a summary of what a request shows. */
export type Summarise = (shown: string, maxTokens: number) => string

/**
 * One summariser for everybody, without a model. It knows the recording, finds out which of its lines stand in the
 * request, whatever the format, and quotes those that seem to matter. Its own older summaries count when they are shown.
 */
export function createSummariser(script: Script, sizeOf: (tokens: number) => number = usualSize): Summarise {
  const lines = messagesOf(script).flatMap((message, at) =>
    printed(message).map(({ text, kind }) => ({
      text,
      at,
      kind: message.role === 'user' ? ('person' as const) : kind,
      letters: lettersOf(text),
      names: entitiesOn(text),
    })),
  )
  const edited = messagesOf(script).map(filesModified)
  const written = new Map<string, string>()
  let count = 0
  return (shown, maxTokens) => {
    const plain = shown.replace(/\\r\\n|\\n|\\t/g, '\n').replaceAll('\\"', '"')
    const there = piecesOf(plain)
    const all = lettersOf(plain)
    const found = lines.filter(
      ({ letters, kind }) =>
        letters.length >= fewestLetters && (there.has(letters) || (kind !== 'output' && all.includes(letters))),
    )
    const own = [...written].filter(([letters]) => there.has(letters)).map(([, text]) => text)
    const budget = Math.max(100, Math.min(sizeOf(tokensIn(shown)), 0.9 * maxTokens - 40))
    const files = [...new Set(found.flatMap(({ at }) => edited[at]!))].map(name => name.replace(/^file /, ''))
    // A model never copies its last summary letter by letter.
    const text = compose({ found, own, files, budget, bullet: '-*•'[count++ % 3]! })
    for (const line of text.split('\n')) if (!line.startsWith('#')) written.set(lettersOf(line), line.slice(2))
    return text
  }
}

/** 4% of what was shown, as recorded summaries of a leading agent are. */
const usualSize = (tokens: number): number => Math.min(3_000, Math.max(800, tokens * 0.04))

const fewestLetters = 8

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()

/** Every line and every quoted string, with and without the name of who spoke. */
function piecesOf(text: string): ReadonlySet<string> {
  const speaker = /^\W*(?:human|ai|tool|user|assistant|system|person|agent)\b[^:\n]{0,40}:\s*/i
  return new Set(text.split('\n').flatMap(line => [line, line.replace(speaker, ''), ...line.split('"')].map(lettersOf)))
}

type FoundLine = {
  readonly text: string
  readonly kind: 'person' | 'said' | 'argument' | 'output'
  readonly names: readonly string[]
}

type Composition = {
  readonly found: readonly FoundLine[]
  readonly own: readonly string[]
  readonly files: readonly string[]
  readonly budget: number
  readonly bullet: string
}

/** The shares were set so that it keeps about what recorded summaries kept. */
function compose({ found, own, files, budget, bullet }: Composition): string {
  const used = new Set<string>()
  const section = (
    title: string,
    texts: readonly string[],
    { share, width = 220 }: { share: number; width?: number },
  ) => {
    let left = budget * share
    const lines = texts.flatMap(text => {
      const line = `${bullet} ${text.length > width ? `${text.slice(0, width)}…` : text}`
      const cost = tokensIn(line) + 1
      if (lettersOf(line).length < fewestLetters || used.has(line) || cost > left) return []
      left -= cost
      used.add(line)
      return [line]
    })
    return lines.length === 0 ? [] : [`## ${title}`, ...lines, '']
  }
  const textsOf = (lines: readonly FoundLine[]) => lines.map(({ text }) => text)
  const byWorth = (lines: readonly FoundLine[]) => textsOf(lines.toSorted(worthOrder(found)))
  const person = textsOf(found.filter(({ kind, text }) => kind === 'person' && !text.startsWith('<')))
  const said = found.filter(({ kind, text }) => kind === 'said' && text.length > 30)
  const args = found.filter(({ kind }) => kind === 'argument')
  const half = Math.ceil(own.length / 2)
  const sections = [
    section('Goal', [...own.slice(0, 1), ...person.slice(0, 3)], { share: 0.06 }),
    section('Constraints', [...own.slice(1, half), ...person.slice(0, 2), ...person.toReversed()], {
      share: 0.26,
      width: 160,
    }),
    section('Files', [files.slice(0, 60).join(', '), ...byWorth(args.filter(({ names }) => names.some(isFile)))], {
      share: 0.14,
      width: 400,
    }),
    section('Decisions', [...own.slice(half), ...byWorth([...said, ...args])], { share: 0.26 }),
    section('State', textsOf(said).toReversed(), { share: 0.28 }),
  ]
  return sections.flat().join('\n').trim() || '## Goal\n- The conversation so far gave nothing to note.'
}

function worthOrder(found: readonly FoundLine[]): (a: FoundLine, b: FoundLine) => number {
  const uses = new Map<string, number>()
  for (const { names, kind } of found)
    for (const name of names) uses.set(name, (uses.get(name) ?? 0) + (kind === 'output' ? 0.3 : 1))
  const worth = new Map(
    found.map(line => {
      const sum = line.names.reduce((total, name) => total + Math.min(6, uses.get(name)!), 0)
      return [line, sum / Math.sqrt(4 + line.text.length / 12)]
    }),
  )
  return (a, b) => worth.get(b)! - worth.get(a)!
}
