import { type Cue, cueOf } from '../reading/cues.ts'
import { type Name, namesOf } from '../reading/names.ts'
import { type Numbered, type Origin, type Quote, quotesOf } from '../reading/quote.ts'

/** What some messages hold: their distinct lines, the names on them, and which names stand side by side. */
export type Survey = {
  readonly passages: readonly Passage[]
  readonly names: readonly NameTrace[]
  readonly pairs: readonly PairTrace[]
  /** Length of the messages in rough tokens; every `at`, `first`, `last` and `used` is a distance from the start. */
  readonly length: number
  /** The same without what tools printed; every `spoken` is a distance of this kind. */
  readonly spoken: number
}

/** A line that may be quoted. Lines that read the same are one, and stand where they stood last. */
export type Passage = Fate & {
  readonly quote: Quote
  /** Counts the lines from the start, so that neighbours can be told from strangers. */
  readonly order: number
  readonly at: number
  readonly spoken: number
  /** Indexes of the names on it, and of the pairs they form. */
  readonly names: readonly number[]
  readonly pairs: readonly number[]
  readonly times: Times
  readonly cue: Cue | null
}

/** Whether something stands in messages that stay in the view, and whether in messages that are folded. */
export type Fate = { readonly stays: boolean; readonly folds: boolean }

/** How often something was written, and by whom. `calls` are among those of the assistant. */
export type Times = {
  readonly assistant: number
  readonly calls: number
  readonly outputs: number
  readonly person: number
}

export type NameTrace = Name &
  Fate & {
    readonly first: number
    readonly last: number
    /** Where the assistant wrote it last; null if it never did. */
    readonly used: number | null
    /** Where it was written last, by whoever. */
    readonly origin: Origin
    /** In how many messages it stands. */
    readonly messages: Times
  }

/** Two names on one line: the smallest relation there is. */
export type PairTrace = Fate & {
  readonly a: number
  readonly b: number
  readonly last: number
  readonly spoken: number
  readonly times: Times
  /** Of the lines that hold it: the fewest names, and the fewest characters. */
  readonly fewest: number
  readonly shortest: number
}

/** Surveys messages; of those whose ¶ is in `staying`, nothing needs to be quoted. */
export function survey(messages: readonly Numbered[], staying: ReadonlySet<number> = new Set()): Survey {
  const notes = notebook()
  quotesOf(messages).forEach((quotes, message) => {
    const fate = staying.has(messages[message]!.number) ? 'stays' : 'folds'
    for (const quote of quotes) notes.take(quote, message, fate)
  })
  return notes.survey()
}

/** Whether a name is more than something a tool once printed. */
export const isSalient = ({ messages }: NameTrace): boolean =>
  messages.person + messages.assistant > 0 || messages.outputs > 1

type Open<T> = { -readonly [K in keyof T]: T[K] extends Times ? Open<Times> : T[K] }
type OpenName = Open<NameTrace> & { message: number }

/** Takes quotes one by one, in order, and keeps the traces up to date. */
function notebook() {
  const passages = new Map<string, Open<Passage>>()
  const ids = new Map<string, number>()
  const names: OpenName[] = []
  const pairIds = new Map<number, number>()
  const pairs: Open<PairTrace>[] = []
  let order = 0
  let at = 0
  let spoken = 0

  const take = (quote: Quote, message: number, fate: keyof Fate): void => {
    order++
    const length = (quote.text.length + 1) / 4
    at += length
    if (quote.kind !== 'output') spoken += length
    const passage = passages.get(quote.text) ?? newPassage(quote)
    if (passage.quote.kind !== quote.kind) passage.cue ??= cueOf(quote)
    // Set anew, so that the passages stay in the order of their last appearance.
    passages.delete(quote.text)
    passages.set(quote.text, passage)
    Object.assign(passage, { quote, order, at, spoken })
    passage[fate] = true
    note(passage.times, quote)
    for (const id of passage.names) seeName(names[id]!, quote, message, fate)
    for (const id of passage.pairs) seePair(pairs[id]!, passage, fate)
  }

  const newPassage = (quote: Quote): Open<Passage> => {
    const found = namesOf(quote.text).map(name => nameId(name, quote.origin))
    const linked = found.slice(0, mostLinked)
    const ties = linked.flatMap((a, i) => linked.slice(i + 1).map(b => pairId(a, b)))
    return { quote, order, at, spoken, names: found, pairs: ties, times: none(), cue: cueOf(quote), ...nowhere }
  }

  const nameId = (name: Name, origin: Origin): number => {
    const id = ids.get(name.key) ?? names.length
    if (id === names.length) {
      ids.set(name.key, id)
      names.push({ ...name, first: at, last: at, used: null, origin, messages: none(), ...nowhere, message: -1 })
    }
    return id
  }

  const pairId = (a: number, b: number): number => {
    const key = Math.min(a, b) * 2 ** 24 + Math.max(a, b)
    const id = pairIds.get(key) ?? pairs.length
    if (id === pairs.length) {
      pairIds.set(key, id)
      const unseen = { fewest: mostLinked, shortest: Number.POSITIVE_INFINITY, ...nowhere }
      pairs.push({ a, b, last: at, spoken, times: none(), ...unseen })
    }
    return id
  }

  const seeName = (name: OpenName, quote: Quote, message: number, fate: keyof Fate): void => {
    name.last = at
    name.origin = quote.origin
    name[fate] = true
    if (isAssistants(quote)) name.used = at
    if (name.message !== message) note(name.messages, quote)
    name.message = message
  }

  const seePair = (pair: Open<PairTrace>, passage: Passage, fate: keyof Fate): void => {
    pair.last = at
    pair.spoken = spoken
    pair[fate] = true
    pair.fewest = Math.min(pair.fewest, passage.names.length)
    pair.shortest = Math.min(pair.shortest, passage.quote.text.length)
    note(pair.times, passage.quote)
  }

  return { take, survey: (): Survey => ({ passages: [...passages.values()], names, pairs, length: at, spoken }) }
}

/** Of a line that lists many names only the first are related to each other. */
const mostLinked = 12

const nowhere: Fate = { stays: false, folds: false }

const none = (): Open<Times> => ({ assistant: 0, calls: 0, outputs: 0, person: 0 })

function note(times: Open<Times>, quote: Quote): void {
  if (quote.kind === 'output') times.outputs++
  else if (isAssistants(quote)) times.assistant++
  else times.person++
  if (quote.kind === 'call' || quote.kind === 'command') times.calls++
}

const isAssistants = ({ kind, origin }: Quote): boolean =>
  origin.call === null ? origin.speaker === 'assistant' : kind !== 'output'
