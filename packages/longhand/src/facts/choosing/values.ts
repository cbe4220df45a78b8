import { runToEnd, type Steps } from '../../core/steps.ts'
import type { ToolKind } from '../../core/tool-kind.ts'
import { isDemand, isProgramError } from '../reading/cues.ts'
import { tellingShares } from './prose.ts'
import type { Passage, Survey } from './survey.ts'
import { isSalient } from './survey.ts'
import type { Worth } from './worth.ts'

/** What each item of a survey adds to a text that does not have it yet. */
export type Values = {
  /** A passage as a line that may be written again or searched for; it adds less when another line covers it. */
  readonly lines: Float64Array
  /** A passage as a sentence that must survive word for word, whatever similar lines there are. */
  readonly cues: Float64Array
  readonly names: Float64Array
  readonly pairs: Float64Array
}

/** How much each goal is worth in total; the amount is spread over the items that serve it. */
export type Rates = {
  /** Relations that will be needed again. */
  readonly pairs: number
  /** Names that will be needed again. */
  readonly names: number
  /** Names that someone used, needed again or not. */
  readonly salient: number
  /** Lines that will be written again. */
  readonly passages: number
  /** Lines of plain talk that tell something. */
  readonly prose: number
  readonly constraints: number
  readonly decisions: number
  readonly errors: number
}

/** Set by hand, on recordings that had taught the weights nothing; the same at any size. */
const codeRates: Rates = {
  pairs: 24,
  names: 10,
  salient: 6,
  passages: 12,
  prose: 0,
  constraints: 4,
  decisions: 5,
  errors: 5,
}

/** In plain talk names are few, and what a line tells takes their place. */
const talkRates: Rates = {
  pairs: 0,
  names: 0,
  salient: 0,
  passages: 0,
  prose: 36,
  constraints: 0.9,
  decisions: 0.9,
  errors: 1.8,
}

/** The rates for messages of which this share, from 0 to 1, is plain talk. */
export function ratesFor(talk: number): Rates {
  const names = Object.keys(codeRates) as (keyof Rates)[]
  const mixed = names.map(name => [name, (1 - talk) * codeRates[name] + talk * talkRates[name]] as const)
  return Object.fromEntries(mixed) as Rates
}

export const valuesOf = (survey: Survey, worth: Worth, rates: Rates = ratesFor(survey.talk)): Values =>
  runToEnd(valueSteps(survey, worth, rates))

/** The same, goal by goal. */
export function* valueSteps(survey: Survey, worth: Worth, rates: Rates = ratesFor(survey.talk)): Steps<Values> {
  const { passages, names } = survey
  const telling = rates.prose === 0 ? null : tellingShares(survey)
  yield
  const decisions = spread(rates.decisions, passages, ({ cue }) => cue === 'decision')
  yield
  const errors = spread(rates.errors, passages, passage => passage.cue === 'error' && isFailure(passage))
  yield
  const lines = worth.passages.map(
    (share, at) => rates.passages * share + rates.prose * (telling?.[at] ?? 0) + decisions[at]! + errors[at]!,
  )
  yield
  const cues = spread(rates.constraints, passages, ({ cue }) => isDemand(cue))
  yield
  const salient = spread(rates.salient, names, isSalient)
  return {
    lines,
    cues,
    names: worth.names.map((share, at) => rates.names * share + salient[at]!),
    pairs: worth.pairs.map(share => rates.pairs * share),
  }
}

/** An amount spread evenly over the items that serve a goal. */
function spread<T>(amount: number, all: readonly T[], serves: (one: T) => boolean): Float64Array {
  const shares = new Float64Array(all.length)
  const serving: number[] = []
  for (let at = 0; at < all.length; at++) if (serves(all[at]!)) serving.push(at)
  const each = amount / Math.max(1, serving.length)
  for (const at of serving) shares[at] = each
  return shares
}

/** Text that is read, found or written mentions errors all the time; the output of a program that ran means it. */
export const isFailure = ({ quote: { origin, text } }: Passage): boolean =>
  origin.call === null || origin.call.outcome === 'error' || runKinds.has(origin.call.kind) || isProgramError(text)

const runKinds: ReadonlySet<ToolKind> = new Set<ToolKind>(['run', 'other'])
