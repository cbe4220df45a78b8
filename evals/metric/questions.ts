import type { RecordedMessage } from '../corpus.ts'
import type { Cut, History } from './cut.ts'
import { isFile, isName } from './entities.ts'
import { filesModified, filesModifiedIn } from './files.ts'
import { lineIndex } from './line-index.ts'
import { personWords } from './person-words.ts'
import { printed } from './printed.ts'
import type { Reader } from './reader.ts'
import { isOwnComplaint, readingsIn } from './readings.ts'
import { type SentenceKind, sentencesOf } from './sentences.ts'

/** What a compacted context is asked at a cut: everything that the history holds and the future used. */
export type Questions = {
  /** Names that a person or the assistant wrote, or that stand in two messages. */
  readonly salient: readonly number[]
  readonly files: readonly number[]
  readonly names: readonly number[]
  readonly modified: readonly number[]
  readonly sentences: Readonly<Record<SentenceKind, readonly Sentence[]>>
  /** Errors with the file whose edit followed. */
  readonly fixes: readonly { readonly error: Sentence; readonly file: number }[]
  /** Names that the assistant wrote later from memory; of those, the ones last seen long ago; and all it wrote later. */
  readonly strict: readonly number[]
  readonly old: readonly number[]
  readonly any: readonly number[]
  /** Two names on one line of the history and again on one line of the assistant's later. */
  readonly linked: readonly number[]
  /** The words of later lines of the assistant that one line of the history holds. */
  readonly echoes: readonly (readonly number[])[]
  readonly weight: (word: number) => number
}

/** A sentence and the messages that hold it. */
export type Sentence = { readonly messages: readonly number[]; readonly words: readonly number[] }

export function questionsAt({ history, future }: Cut, read: Reader): Questions {
  const past = lookBack(history, read)
  const sentences = sentencesIn(history, read)
  const next = lookAhead(future, read)
  const salient = [...past.traces].filter(([, trace]) => trace.salient || trace.messages > 1).map(([id]) => id)
  const any = [...next.written].filter(id => past.traces.has(id))
  const strict = any.filter(id => next.fromMemory.has(id))
  const { echoes, weight } = echoesOf(history, next.lines, read)
  return {
    salient,
    files: salient.filter(id => isFile(read.entityName(id))),
    names: salient.filter(id => isName(read.entityName(id))),
    modified: [...new Set(filesModifiedIn(history.messages).flatMap(read.entity))],
    sentences,
    fixes: fixesIn(history, sentences.error, read),
    strict,
    old: strict.filter(id => past.traces.get(id)!.last < past.recent),
    any,
    linked: [...next.pairs].filter(pair => past.pairs.has(pair)),
    echoes,
    weight,
  }
}

type Trace = { salient: boolean; messages: number; last: number }

function lookBack({ messages, tokens, total }: History, read: Reader) {
  const traces = new Map<number, Trace>()
  const pairs = new Set<number>()
  let recent = messages.length
  for (let left = total * 0.1; recent > 0 && left > 0; left -= tokens[recent]!) recent--
  messages.forEach((message, at) => {
    // What programs put into a person's message is nobody's words.
    const isProgram = message.role === 'user' && personWords(message) === ''
    for (const { text, kind } of printed(message)) {
      const found = read.entities(text)
      for (const id of found) see(traces, id, at, kind === 'output' || isProgram ? 'output' : 'spoken')
      for (const pair of pairsOf(found)) pairs.add(pair)
    }
  })
  return { traces, pairs, recent }
}

function see(traces: Map<number, Trace>, id: number, at: number, kind: 'output' | 'spoken'): void {
  const trace = traces.get(id) ?? { salient: false, messages: 0, last: -1 }
  if (trace.last !== at) trace.messages++
  trace.last = at
  trace.salient ||= kind === 'spoken'
  traces.set(id, trace)
}

/** Two names as one number, larger than the number of any name. */
export function* pairsOf(ids: readonly number[]): Generator<number> {
  for (let a = 0; a < ids.length; a++) {
    for (let b = a + 1; b < ids.length; b++) yield pair(ids[a]!, ids[b]!)
  }
}

const pair = (a: number, b: number): number => (Math.min(a, b) + 1) * 2 ** 26 + Math.max(a, b)

/** The distinct sentences of a history, each with all the places it stands. */
function sentencesIn({ messages }: History, read: Reader): Questions['sentences'] {
  const found = { constraint: new Map<string, number[]>(), decision: new Map(), error: new Map() }
  const readings = readingsIn(messages)
  messages.forEach((message, at) => {
    for (const [kind, texts] of Object.entries(sentencesOf(message)) as [SentenceKind, readonly string[]][]) {
      for (const text of readings.has(at) ? texts.filter(isOwnComplaint) : texts) {
        found[kind].set(text, [...(found[kind].get(text) ?? []), at])
      }
    }
  })
  const list = (kind: SentenceKind): readonly Sentence[] =>
    [...found[kind]]
      .map(([text, places]) => ({ messages: places, words: read.words(text) }))
      .filter(({ words }) => words.length >= fewestWords)
  return { constraint: list('constraint'), decision: list('decision'), error: list('error') }
}

/** What the assistant goes on to write; `fromMemory` and `pairs` are what it wrote before a tool had shown it again. */
function lookAhead(future: readonly RecordedMessage[], read: Reader) {
  const shown = new Set<number>()
  const written = new Set<number>()
  const fromMemory = new Set<number>()
  const pairs = new Set<number>()
  const lines = new Set<string>()
  for (const message of future) {
    for (const { text } of printed(message)) {
      const names = read.entities(text)
      const ties = [...pairsOf(names)]
      if (message.role === 'tool') for (const id of [...names, ...ties]) shown.add(id)
      if (message.role !== 'assistant') continue
      for (const id of names) written.add(id)
      for (const id of names) if (!shown.has(id)) fromMemory.add(id)
      for (const pair of ties) if (!shown.has(pair)) pairs.add(pair)
      lines.add(text)
    }
  }
  return { written, fromMemory, pairs, lines }
}

/** An error whose file is edited within the next messages was worth remembering with its fix. */
const fixWithin = 8

function fixesIn({ messages }: History, errors: readonly Sentence[], read: Reader): Questions['fixes'] {
  return errors.flatMap(error => {
    const from = error.messages.at(-1)! + 1
    const edit = messages.slice(from, from + fixWithin).flatMap(filesModified)[0]
    return edit === undefined ? [] : read.entity(edit).map(file => ({ error, file }))
  })
}

/** Fewer words than this say nothing of their own. */
const fewestWords = 4

function echoesOf({ messages }: History, later: ReadonlySet<string>, read: Reader) {
  const lines = messages.flatMap(message => printed(message).map(({ text }) => read.words(text)))
  const holders = new Map<number, number>()
  for (const words of lines) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1)
  const weight = (word: number): number => Math.log(1 + lines.length / (holders.get(word) ?? 1))
  const asked = [...later].map(read.words).filter(words => words.length >= fewestWords)
  const index = lineIndex(lines, new Set(asked.flat()))
  return { echoes: asked.filter(words => index.holds(words, weight)), weight }
}
