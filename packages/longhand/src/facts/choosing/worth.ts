import { eachInSteps, runToEnd, type Steps } from '../../core/steps.ts'
import { type Feature, nameFeatures, pairFeatures, passageFeatures } from './features.ts'
import type { Survey } from './survey.ts'

/** How likely the assistant is to write each item again, as shares that sum to 1 over each list. */
export type Worth = {
  readonly passages: readonly number[]
  readonly names: readonly number[]
  readonly pairs: readonly number[]
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
  return {
    passages: yield* shares(survey.passages, survey, scorer(passageFeatures, weights.passages)),
    names: yield* shares(survey.names, survey, scorer(nameFeatures, weights.names)),
    pairs: yield* shares(survey.pairs, survey, scorer(pairFeatures, weights.pairs)),
  }
}

/** The log-odds of one item. */
function scorer<T>(
  traits: Readonly<Record<string, Feature<T>>>,
  weights: Readonly<Record<string, number>> & { readonly base: number },
): Feature<T> {
  const used = Object.keys(traits).filter(name => weights[name] !== 0)
  const read = used.map(name => traits[name]!)
  const weighing = used.map(name => weights[name]!)
  return (thing, survey) => {
    let sum = weights.base
    for (let at = 0; at < read.length; at++) sum += weighing[at]! * read[at]!(thing, survey)
    return sum
  }
}

function* shares<T>(things: readonly T[], survey: Survey, logOdds: Feature<T>): Steps<readonly number[]> {
  const chances: number[] = []
  yield* eachInSteps(things, thing => chances.push(1 / (1 + Math.exp(-logOdds(thing, survey)))))
  const sum = chances.reduce((a, b) => a + b, 0) || 1
  yield
  return chances.map(chance => chance / sum)
}
