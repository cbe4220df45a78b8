import { rangesInSteps, runToEnd, type Steps } from '../../core/steps.ts'
import { type DatedSurvey, dateNames, type Feature, nameFeatures, pairFeatures, passageFeatures } from './features.ts'
import type { Survey } from './survey.ts'

/** How likely the assistant is to write each item again, as shares that sum to 1 over each list. */
export type Worth = {
  readonly passages: Float64Array
  readonly names: Float64Array
  readonly pairs: Float64Array
}

/** How much each feature moves the odds. */
export type Weights = {
  readonly passages: WeightsOf<typeof passageFeatures>
  readonly names: WeightsOf<typeof nameFeatures>
  readonly pairs: WeightsOf<typeof pairFeatures>
}

type WeightsOf<Features> = Readonly<Record<keyof Features | 'base', number>>

export const worthOf = (survey: Survey, weights: Weights): Worth => runToEnd(worthSteps(survey, weights))

/** The same, some items at a time. */
export function* worthSteps(survey: Survey, weights: Weights): Steps<Worth> {
  const dated = dateNames(survey)
  return {
    passages: yield* shares(survey.passages, dated, columns(passageFeatures, weights.passages)),
    names: yield* shares(survey.names, dated, columns(nameFeatures, weights.names)),
    pairs: yield* shares(survey.pairs, dated, columns(pairFeatures, weights.pairs)),
  }
}

/** The features that count, and what each of them adds to the log-odds of an item. */
type Columns<T> = { readonly base: number; readonly features: readonly WeighedFeature<T>[] }
type WeighedFeature<T> = { readonly read: Feature<T>; readonly weight: number }

function columns<T>(
  traits: Readonly<Record<string, Feature<T>>>,
  weights: Readonly<Record<string, number>> & { readonly base: number },
): Columns<T> {
  const used = Object.entries(traits).filter(([name]) => weights[name] !== 0)
  return { base: weights.base, features: used.map(([name, read]) => ({ read, weight: weights[name]! })) }
}

function* shares<T>(things: readonly T[], survey: DatedSurvey, { base, features }: Columns<T>): Steps<Float64Array> {
  const values = new Float64Array(things.length).fill(base)
  const add = (from: number, to: number): void => {
    // Engines run one feature of many items faster than many features of one.
    for (const { read, weight } of features) addColumn(values, at => weight * read(things[at]!, survey), { from, to })
  }
  yield* rangesInSteps(things.length, add, thingsPerStep)
  yield
  divideBySum(values)
  return values
}

const thingsPerStep = 1_000

function addColumn(
  values: Float64Array,
  valueAt: (at: number) => number,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  for (let at = from; at < to; at++) values[at]! += valueAt(at)
}

/** Log-odds as shares of all chances. */
function divideBySum(values: Float64Array): void {
  let sum = 0
  for (let at = 0; at < values.length; at++) {
    values[at] = 1 / (1 + Math.exp(-values[at]!))
    sum += values[at]!
  }
  sum ||= 1
  for (let at = 0; at < values.length; at++) values[at]! /= sum
}
