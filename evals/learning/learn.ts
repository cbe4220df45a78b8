import {
  dateNames,
  type Feature,
  nameFeatures,
  pairFeatures,
  passageFeatures,
} from '../../packages/longhand/src/facts/choosing/features.ts'
import type { Survey } from '../../packages/longhand/src/facts/choosing/survey.ts'
import type { Weights } from '../../packages/longhand/src/facts/choosing/worth.ts'
import type { Lesson } from './lessons.ts'
import { regress, type Sample } from './logistic.ts'

/** What a lesson comes to in numbers. */
export type Samples = Readonly<Record<keyof Weights, readonly Sample[]>>

export const samplesOf = ({ survey, ...again }: Lesson): Samples => ({
  passages: samples(survey, { things: survey.passages, again: again.passages, traits: passageFeatures }),
  names: samples(survey, { things: survey.names, again: again.names, traits: nameFeatures }),
  pairs: samples(survey, { things: survey.pairs, again: again.pairs, traits: pairFeatures }),
})

type Kind<T> = {
  readonly things: readonly T[]
  readonly again: readonly number[]
  readonly traits: Readonly<Record<string, Feature<T>>>
}

/** Every lesson counts alike, however much of it was written again; of what was not, one in several stands for all. */
function samples<T>(survey: Survey, { things, again, traits }: Kind<T>): readonly Sample[] {
  const read = Object.values(traits)
  const dated = dateNames(survey)
  const counts =
    1 /
    Math.max(
      fewest,
      again.reduce((a, b) => a + b, 0),
    )
  return things.flatMap((thing, at) => {
    const happened = again[at]!
    if (happened === 0 && at % oneIn !== 0) return []
    return [
      { traits: read.map(trait => trait(thing, dated)), happened, counts: happened > 0 ? counts : counts * oneIn },
    ]
  })
}

const fewest = 3
const oneIn = 8

export const learn = (lessons: readonly Samples[]): Weights => ({
  passages: weigh(
    passageFeatures,
    lessons.flatMap(({ passages }) => passages),
  ),
  names: weigh(
    nameFeatures,
    lessons.flatMap(({ names }) => names),
  ),
  pairs: weigh(
    pairFeatures,
    lessons.flatMap(({ pairs }) => pairs),
  ),
})

function weigh<Traits extends object>(
  traits: Traits,
  samples: readonly Sample[],
): Record<keyof Traits | 'base', number> {
  const names = [...Object.keys(traits), 'base']
  const weights = regress(samples).map((weight, at) => [names[at]!, Math.round(weight * 100) / 100])
  return Object.fromEntries(weights) as Record<keyof Traits | 'base', number>
}
