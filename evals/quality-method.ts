import type { Weights } from '../packages/longhand/src/facts/choosing/worth.ts'
import { baselines } from './baselines/all.ts'
import type { Baseline } from './baselines/baseline.ts'
import { longhandOffline } from './quality-longhand.ts'

/** Everything that is measured side by side: the policies of others, then ours. */
export const methods: readonly Baseline[] = [...baselines, longhandOffline()]

/** The methods whose names hold some letters, whatever their case; none given means all. */
export const methodsNamed = (letters: string, weights?: Weights): readonly Baseline[] =>
  [...baselines, longhandOffline(weights)].filter(({ name }) => name.toLowerCase().includes(letters.toLowerCase()))
