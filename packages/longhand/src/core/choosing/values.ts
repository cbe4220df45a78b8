import type { Passage, Survey } from './survey.ts'
import { isSalient } from './survey.ts'
import type { Worth } from './worth.ts'

/** What each thing of a survey adds to a text that does not hold it yet. */
export type Values = {
  readonly passages: readonly number[]
  readonly names: readonly number[]
  readonly pairs: readonly number[]
}

/** The exchange rates between aims. What each aim is worth in all is spread over the things that serve it. */
export type Rates = {
  /** Relations that will be needed again. */
  readonly pairs: number
  /** Names that will be needed again. */
  readonly names: number
  /** Names that somebody used, needed again or not. */
  readonly salient: number
  /** Lines that will be written again. */
  readonly passages: number
  readonly constraints: number
  readonly decisions: number
  readonly errors: number
  /** Lines about errors in what was only read. */
  readonly noise: number
}

/** Exchange rates between the kinds of value, as recorded conversations taught them. */
export const defaultRates: Rates = {
  pairs: 2,
  names: 0.3,
  salient: 0.5,
  passages: 1,
  constraints: 0.4,
  decisions: 0.2,
  errors: 0.3,
  noise: 0.2,
}

export function valuesOf(survey: Survey, worth: Worth, rates: Rates = defaultRates): Values {
  const salient = spread(rates.salient, survey.names, isSalient)
  const aims = cueAims.map(({ rate, serves }) => spread(rates[rate], survey.passages, serves))
  const echo = echoes(survey.passages)
  return {
    passages: survey.passages.map((passage, at) => {
      const again = rates.passages * worth.passages[at]! * (echo.has(passage) ? echoWorth : 1)
      return aims.reduce((sum, aim) => sum + aim(passage), again)
    }),
    names: survey.names.map((name, at) => rates.names * worth.names[at]! + salient(name)),
    pairs: worth.pairs.map(share => rates.pairs * share),
  }
}

/** Spreads an amount evenly over those that serve an aim. */
function spread<T>(amount: number, all: readonly T[], serves: (one: T) => boolean): (one: T) => number {
  const each = amount / Math.max(1, all.filter(serves).length)
  return one => (serves(one) ? each : 0)
}

const cueAims: readonly { readonly rate: keyof Rates; readonly serves: (passage: Passage) => boolean }[] = [
  { rate: 'constraints', serves: ({ cue }) => cue === 'constraint' },
  { rate: 'decisions', serves: ({ cue }) => cue === 'decision' },
  { rate: 'errors', serves: ({ cue, quote }) => cue === 'error' && isFailure(quote.origin) },
  { rate: 'noise', serves: ({ cue, quote }) => cue === 'error' && !isFailure(quote.origin) },
]

/** Source code that is read or searched speaks of errors all the time; what is run means it. */
export const isFailure = ({ call }: Passage['quote']['origin']): boolean =>
  call === null || call.outcome === 'error' || (call.work !== 'read' && call.work !== 'search')

/** Passages that differ from a later one only in numbers and signs: the later one says it already. */
function echoes(passages: readonly Passage[]): ReadonlySet<Passage> {
  const newest = new Map<string, Passage>()
  const found = new Set<Passage>()
  for (const passage of passages) {
    const key = passage.quote.text.replace(/[^\p{L}]+/gu, ' ')
    const before = newest.get(key)
    if (before !== undefined) found.add(before)
    newest.set(key, passage)
  }
  return found
}

const echoWorth = 0.15
