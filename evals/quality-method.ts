import { baselines } from './baselines/all.ts'
import type { Baseline } from './baselines/baseline.ts'
import { longhandOffline } from './quality-longhand.ts'

/** Everything that is measured side by side: the policies of others, then ours. */
export const methods: readonly Baseline[] = [...baselines, longhandOffline]
