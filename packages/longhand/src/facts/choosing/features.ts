import type { ToolKind } from '../../core/tool-kind.ts'
import type { QuoteKind } from '../reading/text-lines.ts'
import type { NameTrace, PairTrace, Passage, Survey } from './survey.ts'

/** A number that says something about how likely an item is to be written again. */
export type Feature<T> = (thing: T, survey: DatedSurvey) => number

/** A survey, and how long ago each of its names was used: lines and pairs ask that again and again. */
export type DatedSurvey = Survey & { readonly sinceUsed: Float64Array }

export const dateNames = (survey: Survey): DatedSurvey => ({
  ...survey,
  sinceUsed: Float64Array.from(survey.names, ({ used }) => since(used, survey)),
})

/** Of a line: who wrote it and how often, how long ago, how long it is, what it names, and what kind of line it is. */
export const passageFeatures = {
  written: ({ mentions }) => log2(mentions.assistant),
  isWritten: ({ mentions }) => flag(mentions.assistant > 0),
  called: ({ mentions }) => log2(mentions.calls),
  printed: ({ mentions }) => log2(mentions.outputs),
  asked: ({ mentions }) => log2(mentions.person),
  since: ({ at }, survey) => since(at, survey),
  recent,
  early: ({ at }, survey) => early(at, survey),
  length: ({ quote }) => log2(quote.text.length),
  long: ({ quote }) => Math.min(quote.text.length, 400) / 40,
  under24: ({ quote }) => shortfall(24, quote.text.length),
  under48: ({ quote }) => shortfall(48, quote.text.length),
  under80: ({ quote }) => shortfall(80, quote.text.length),
  names: ({ names }) => Math.min(5, names.length),
  knownName: ({ names }, survey) => log2(mostWritten(names, survey)),
  namesSince: ({ names }, survey) => mean(names, survey.sinceUsed),
  byAssistant: passage => flag(isKind('said', passage) && passage.quote.origin.speaker === 'assistant'),
  byPerson: passage => flag(isKind('said', passage) && passage.quote.origin.speaker === 'person'),
  code: passage => flag(isKind('code', passage)),
  call: passage => flag(isKind('call', passage)),
  command: passage => flag(isKind('command', passage)),
  edit: passage => flag(isKind('written', passage)),
  argument: passage => flag(isKind('argument', passage)),
  readOutput: passage => flag(isOutputOf('read', passage)),
  searchOutput: passage => flag(isOutputOf('search', passage)),
  writeOutput: passage => flag(isOutputOf('write', passage)),
  runOutput: passage => flag(isOutputOf('run', passage)),
  failed: ({ quote: { origin } }) => flag(origin.call !== null && origin.call.outcome !== 'ok'),
} satisfies Readonly<Record<string, Feature<Passage>>>

/** Of a name: who wrote it and how often, how long ago, and for how long it has been in use. */
export const nameFeatures = {
  written: ({ messages }) => log2(messages.assistant),
  printed: ({ messages }) => log2(messages.outputs),
  isAsked: ({ messages }) => flag(messages.person > 0),
  used: ({ used }, survey) => since(used, survey),
  since: ({ last }, survey) => since(last, survey),
  life: ({ first, last }) => log2(last - first),
  early: ({ last }, survey) => early(last, survey),
} satisfies Readonly<Record<string, Feature<NameTrace>>>

/** Of two names on one line: who wrote them together, how long ago, how well each is known, how full the line is. */
export const pairFeatures = {
  written: ({ mentions }) => log2(mentions.assistant),
  called: ({ mentions }) => log2(mentions.calls),
  printed: ({ mentions }) => log2(mentions.outputs),
  asked: ({ mentions }) => log2(mentions.person),
  rarerName: ({ a, b }, { names }) => log2(Math.min(names[a]!.messages.assistant, names[b]!.messages.assistant)),
  used: ({ a, b }, { sinceUsed }) => Math.max(sinceUsed[a]!, sinceUsed[b]!),
  commonName: ({ a, b }, { names }) => log2(Math.max(names[a]!.messages.assistant, names[b]!.messages.assistant)),
  nearerName: ({ a, b }, { sinceUsed }) => Math.min(sinceUsed[a]!, sinceUsed[b]!),
  since: ({ last }, survey) => since(last, survey),
  recent,
  lately,
  fewest: ({ minNames }) => minNames,
  shortest: ({ minLength }) => minLength / 40,
  early: ({ last }, survey) => early(last, survey),
} satisfies Readonly<Record<string, Feature<PairTrace>>>

/** Most are of small numbers, so these are known. */
const log2 = (x: number): number =>
  x >= 0 && x < logs.length && Number.isInteger(x) ? logs[x]! : Math.log2(1 + Math.max(0, x))
const logs = Float64Array.from({ length: 512 }, (_, x) => Math.log2(1 + x))

const flag = (is: boolean): number => (is ? 1 : 0)

/** How far back something is; what never happened is further back than any conversation is long. */
const since = (at: number | null, { length }: Survey): number => (at === null ? never : log2(length - at))
const never = 20

/** How close something is to the last page or so: current work is written about again and again. */
function recent({ spoken }: Spoken, survey: Survey): number {
  return Math.exp((spoken - survey.spoken) / recentTokens)
}
const recentTokens = 500

/** How close it is to the last few pages: what the current work is about. */
function lately({ spoken }: Spoken, survey: Survey): number {
  return Math.exp((spoken - survey.spoken) / latelyTokens)
}
const latelyTokens = 3_000

type Spoken = { readonly spoken: number }

/** What a conversation starts with, its task and its plan, is needed longer than what comes after. */
const early = (at: number, { length }: Survey): number => flag(at < earlyShare * length)
const earlyShare = 0.08

const shortfall = (characters: number, length: number): number => Math.max(0, characters - length) / characters

function mostWritten(ids: readonly number[], { names }: Survey): number {
  let most = 0
  for (let at = 0; at < ids.length; at++) most = Math.max(most, names[ids[at]!]!.messages.assistant)
  return most
}

function mean(ids: readonly number[], values: Float64Array): number {
  if (ids.length === 0) return never
  let sum = 0
  for (let at = 0; at < ids.length; at++) sum += values[ids[at]!]!
  return sum / ids.length
}

const isKind = (kind: QuoteKind, { quote }: Passage): boolean => quote.kind === kind

const isOutputOf = (work: ToolKind, { quote }: Passage): boolean =>
  quote.kind === 'output' && quote.origin.call?.kind === work
