import { learntWeights } from '../../packages/longhand/src/facts/choosing/weights.ts'
import type { Weights } from '../../packages/longhand/src/facts/choosing/worth.ts'
import type { Recording } from '../corpus.ts'
import { repositoryOf } from '../metric/boilerplate.ts'
import unseen from './unseen-weights.json' with { type: 'json' }

/** For each repository of the corpus the weights that only the others taught. Made by `npm run eval -- weights`. */
export const unseenWeights: Readonly<Record<string, Weights>> = unseen

/** Weights that nothing of a recording's repository has taught: people bring repositories that nobody here has seen. */
export const weightsFor = ({ source }: Pick<Recording, 'source'>): Weights =>
  unseenWeights[repositoryOf(source)] ?? learntWeights
