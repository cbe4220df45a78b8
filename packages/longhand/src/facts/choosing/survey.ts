import { eachInSteps, runToEnd, type Steps } from '../../core/steps.ts'
import type { Cue } from '../reading/cues.ts'
import type { Name } from '../reading/names.ts'
import { type NumberedMessage, type Origin, type Quote, quoteReader } from '../reading/quote.ts'
import { cueOf, isPlanted } from '../reading/quote-cue.ts'
import { seriesMiddlesSteps } from './series.ts'
import { isTalk, talkShare } from './talk.ts'

/** What messages contain: their distinct lines, the names on them, and which names share a line. */
export type Survey = {
  readonly passages: readonly Passage[]
  readonly names: readonly NameTrace[]
  readonly pairs: readonly PairTrace[]
  /** Length of the messages in rough tokens; every `at`, `first`, `last` and `used` is a distance from the start. */
  readonly length: number
  /** The same without tool output; every `spoken` is a distance of this kind. */
  readonly spoken: number
  /** How much of the messages is plain talk, from 0 to 1. */
  readonly talk: number
}

/** A line that may be quoted. Equal lines are one passage, placed where the last of them was. */
export type Passage = Presence & {
  readonly quote: Quote
  /** Counts the lines from the start, so that neighbouring lines can be recognised. */
  readonly order: number
  readonly at: number
  readonly spoken: number
  /** Indexes of the names on it, and of the pairs they form. */
  readonly names: readonly number[]
  readonly pairs: readonly number[]
  readonly mentions: MentionCounts
  readonly cue: Cue | null
  /** Whether it is an instruction in the output of a tool: it is neither quoted nor missed. */
  readonly isPlanted: boolean
}

/** Whether something occurs in messages that stay in the view, and in messages that are folded. */
export type Presence = { readonly stays: boolean; readonly folds: boolean }

/** How often something was written, and by whom. `calls` are also counted as the assistant's. */
export type MentionCounts = {
  readonly assistant: number
  readonly calls: number
  readonly outputs: number
  readonly person: number
}

export type NameTrace = Name &
  Presence & {
    readonly first: number
    readonly last: number
    /** Where the assistant wrote it last; null if it never did. */
    readonly used: number | null
    /** Where it was written last, by anyone. */
    readonly origin: Origin
    /** In how many messages it occurs. */
    readonly messages: MentionCounts
  }

/** Two names on one line: the smallest relation there is. */
export type PairTrace = Presence & {
  readonly a: number
  readonly b: number
  readonly last: number
  readonly spoken: number
  readonly mentions: MentionCounts
  /** The fewest names, and the fewest characters, on a line with both. */
  readonly minNames: number
  readonly minLength: number
}

/** Surveys messages; nothing needs to be quoted from those whose ¶ is in `staying`. */
export const survey = (messages: readonly NumberedMessage[], staying: ReadonlySet<number> = new Set()): Survey =>
  runToEnd(surveySteps(messages, staying))

/** The same, message by message, and some lines of each at a time. */
export function* surveySteps(messages: readonly NumberedMessage[], staying: ReadonlySet<number>): Steps<Survey> {
  const builder = surveyBuilder()
  const quotesIn = quoteReader(messages)
  for (const [at, message] of messages.entries()) {
    const presence = staying.has(message.number) ? 'stays' : 'folds'
    yield* eachInSteps(quotesIn(message), quote => builder.add(quote, at, presence), linesPerStep)
    yield
  }
  return yield* builder.survey()
}

/** To read a line for the first time takes longer than to go through what was read. */
const linesPerStep = 200

/** Whether a name is more than something a tool printed once. */
export const isSalient = ({ messages }: NameTrace): boolean =>
  messages.person + messages.assistant > 0 || messages.outputs > 1

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends MentionCounts ? Mutable<MentionCounts> : T[K] }
type MutableName = Mutable<NameTrace> & { message: number }

/** Adds quotes one by one, in order, and keeps the traces up to date. */
function surveyBuilder() {
  const passages = new Map<string, Mutable<Passage>>()
  /** By `order`: a passage that stood before where it stands now leaves a gap. */
  const places: (Mutable<Passage> | null)[] = [null]
  const ids = new Map<string, number>()
  const names: MutableName[] = []
  /** By the id of the first name, and then of the second. */
  const pairIds: Map<number, number>[] = []
  const pairs: Mutable<PairTrace>[] = []
  let at = 0
  let spoken = 0

  const add = (quote: Quote, message: number, presence: keyof Presence): void => {
    const length = (quote.text.length + 1) / 4
    at += length
    if (quote.kind !== 'output') spoken += length
    let passage = passages.get(quote.text)
    if (passage === undefined) {
      passage = newPassage(quote)
      passages.set(quote.text, passage)
    }
    if (passage.quote.kind !== quote.kind) {
      passage.cue ??= cueOf(quote)
      passage.isPlanted = isPlanted(quote)
    }
    places[passage.order] = null
    passage.quote = quote
    passage.order = places.push(passage) - 1
    passage.at = at
    passage.spoken = spoken
    markPresent(passage, presence)
    countMention(passage.mentions, quote)
    for (const id of passage.names) seeName(names[id]!, quote, message, presence)
    for (const id of passage.pairs) seePair(pairs[id]!, passage, presence)
  }

  const newPassage = (quote: Quote): Mutable<Passage> => {
    const found = quote.line.names.map(name => nameId(name, quote.origin))
    return {
      quote,
      order: 0,
      at,
      spoken,
      names: found.length === 0 ? none : found,
      pairs: found.length < 2 ? none : pairsAmong(found),
      mentions: noMentions(),
      cue: cueOf(quote),
      isPlanted: isPlanted(quote),
      stays: false,
      folds: false,
    }
  }

  const pairsAmong = (ids: readonly number[]): readonly number[] => {
    const linked = Math.min(ids.length, maxLinkedNames)
    const found: number[] = []
    for (let one = 0; one < linked; one++)
      for (let other = one + 1; other < linked; other++) found.push(pairId(ids[one]!, ids[other]!))
    return found
  }

  const nameId = (name: Name, origin: Origin): number => {
    const id = ids.get(name.key) ?? names.length
    if (id === names.length) {
      ids.set(name.key, id)
      names.push({
        kind: name.kind,
        key: name.key,
        spelling: name.spelling,
        first: at,
        last: at,
        used: null,
        origin,
        messages: noMentions(),
        stays: false,
        folds: false,
        message: -1,
      })
    }
    return id
  }

  const pairId = (a: number, b: number): number => {
    const [less, more] = a < b ? [a, b] : [b, a]
    pairIds[less] ??= new Map()
    const id = pairIds[less].get(more) ?? pairs.length
    if (id === pairs.length) {
      pairIds[less].set(more, id)
      pairs.push({
        a,
        b,
        last: at,
        spoken,
        mentions: noMentions(),
        minNames: maxLinkedNames,
        minLength: Number.POSITIVE_INFINITY,
        stays: false,
        folds: false,
      })
    }
    return id
  }

  const seeName = (name: MutableName, quote: Quote, message: number, presence: keyof Presence): void => {
    name.last = at
    name.origin = quote.origin
    markPresent(name, presence)
    if (isByAssistant(quote)) name.used = at
    if (name.message !== message) countMention(name.messages, quote)
    name.message = message
  }

  const seePair = (pair: Mutable<PairTrace>, passage: Passage, presence: keyof Presence): void => {
    pair.last = at
    pair.spoken = spoken
    markPresent(pair, presence)
    pair.minNames = Math.min(pair.minNames, passage.names.length)
    pair.minLength = Math.min(pair.minLength, passage.quote.text.length)
    countMention(pair.mentions, passage.quote)
  }

  function* survey(): Steps<Survey> {
    const all = places.filter(place => place !== null)
    yield
    const talk = talkShare(all)
    yield
    // In plain talk, what only sounds like a constraint is none.
    if (isTalk({ talk })) for (const passage of all) if (passage.cue === 'wish') passage.cue = null
    const middles = yield* seriesMiddlesSteps(all, names)
    yield
    const kept = middles.size === 0 ? all : all.filter(passage => !middles.has(passage))
    if (middles.size > 0) forgetOthers(names, kept)
    return { passages: kept, names, pairs, length: at, spoken, talk }
  }

  return { add, survey }
}

/** Names that stand on none of the passages are nobody's, however often a tool printed them. */
function forgetOthers(names: readonly MutableName[], passages: readonly Passage[]): void {
  const isHeld = new Uint8Array(names.length)
  for (const passage of passages) for (const id of passage.names) isHeld[id] = 1
  names.forEach((name, id) => {
    if (isHeld[id] === 0) name.messages = noMentions()
  })
}

// By name, not by key: engines know where a named field is.
function markPresent(thing: Mutable<Presence>, presence: keyof Presence): void {
  if (presence === 'stays') thing.stays = true
  else thing.folds = true
}

/** Most lines have no names or a single one: they share a list. */
const none: readonly number[] = []

/** On a line with many names, only the first are paired. */
const maxLinkedNames = 12

const noMentions = (): Mutable<MentionCounts> => ({ assistant: 0, calls: 0, outputs: 0, person: 0 })

function countMention(counts: Mutable<MentionCounts>, quote: Quote): void {
  if (quote.kind === 'output') counts.outputs++
  else if (isByAssistant(quote)) counts.assistant++
  else counts.person++
  if (quote.kind === 'call' || quote.kind === 'command') counts.calls++
}

const isByAssistant = ({ kind, origin }: Quote): boolean =>
  origin.call === null || origin.speaker === 'person' ? origin.speaker === 'assistant' : kind !== 'output'
