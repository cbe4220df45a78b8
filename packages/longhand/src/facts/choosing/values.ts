import type { ToolKind } from '../../core/tool-kind.ts'
import { isDemand, isProgramError } from '../reading/cues.ts'
import { tellingShares } from './prose.ts'
import type { Passage, Survey } from './survey.ts'
import { isSalient } from './survey.ts'
import type { Worth } from './worth.ts'

/** What each item of a survey adds to a text that does not have it yet. */
export type Values = {
  /** A passage as a line that may be written again or searched for; it adds less when another line covers it. */
  readonly lines: readonly number[]
  /** A passage as a sentence that must survive word for word, whatever similar lines there are. */
  readonly cues: readonly number[]
  readonly names: readonly number[]
  readonly pairs: readonly number[]
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

/**
 * The rates for a text of this share of the original. With little room, whole lines that will be written again are worth
 * most; with more room, relations and everything that someone named. In plain talk (`talk` from 0 to 1) names are few,
 * and what a line tells takes their place.
 */
export function ratesFor(share: number, talk = 0): Rates {
  const room = Math.min(1, share / roomyShare)
  const code = 1 - talk
  return {
    pairs: code * (8 + 6 * room),
    names: code,
    salient: code * room,
    passages: code * (17 - 12 * room),
    prose: talk * 20,
    constraints: 2.5 - 2 * talk,
    decisions: 1 - 0.5 * talk,
    errors: 1,
  }
}

const roomyShare = 0.1

export function valuesOf(survey: Survey, worth: Worth, rates: Rates): Values {
  const salient = spread(rates.salient, survey.names, isSalient)
  const telling = rates.prose === 0 ? null : tellingShares(survey)
  const aims = lineAims.map(({ rate, serves }) => spread(rates[rate], survey.passages, serves))
  return {
    lines: survey.passages.map((passage, at) =>
      aims.reduce(
        (sum, aim) => sum + aim(passage),
        rates.passages * worth.passages[at]! + rates.prose * (telling?.[at] ?? 0),
      ),
    ),
    cues: survey.passages.map(spread(rates.constraints, survey.passages, ({ cue }) => isDemand(cue))),
    names: survey.names.map((name, at) => rates.names * worth.names[at]! + salient(name)),
    pairs: worth.pairs.map(share => rates.pairs * share),
  }
}

/** Spreads an amount evenly over the items that serve a goal. */
function spread<T>(amount: number, all: readonly T[], serves: (one: T) => boolean): (one: T) => number {
  const each = amount / Math.max(1, all.filter(serves).length)
  return one => (serves(one) ? each : 0)
}

const lineAims: readonly { readonly rate: keyof Rates; readonly serves: (passage: Passage) => boolean }[] = [
  { rate: 'decisions', serves: ({ cue }) => cue === 'decision' },
  { rate: 'errors', serves: passage => passage.cue === 'error' && isFailure(passage) },
]

/** Text that is read, found or written mentions errors all the time; the output of a program that ran means it. */
export const isFailure = ({ quote: { origin, text } }: Passage): boolean =>
  origin.call === null || origin.call.outcome === 'error' || runKinds.has(origin.call.kind) || isProgramError(text)

const runKinds: ReadonlySet<ToolKind> = new Set<ToolKind>(['run', 'other'])
