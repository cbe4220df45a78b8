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

export function worthOf(survey: Survey, weights: Weights): Worth {
  return {
    passages: shares(survey.passages, survey, scorer(passageFeatures, weights.passages)),
    names: shares(survey.names, survey, scorer(nameFeatures, weights.names)),
    pairs: shares(survey.pairs, survey, scorer(pairFeatures, weights.pairs)),
  }
}

/** The log-odds of one item. */
function scorer<T>(
  traits: Readonly<Record<string, Feature<T>>>,
  weights: Readonly<Record<string, number>> & { readonly base: number },
): Feature<T> {
  const weighed = Object.entries(traits).map(([name, trait]) => [trait, weights[name]!] as const)
  return (thing, survey) => {
    let sum = weights.base
    for (const [trait, weight] of weighed) sum += weight * trait(thing, survey)
    return sum
  }
}

function shares<T>(things: readonly T[], survey: Survey, logOdds: Feature<T>): readonly number[] {
  const chances = things.map(thing => 1 / (1 + Math.exp(-logOdds(thing, survey))))
  const sum = chances.reduce((a, b) => a + b, 0) || 1
  return chances.map(chance => chance / sum)
}
