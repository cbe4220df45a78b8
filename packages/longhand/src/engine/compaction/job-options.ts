import type { CompactionJob } from '../ports/store-compactions.ts'
import type { CompactionOptions, JobPlan } from './compactor.ts'

/** What was asked of a compaction; nothing when its plan does not say: records come in from elsewhere too. */
export function optionsOf({ plan }: Pick<CompactionJob, 'plan'>): Partial<CompactionOptions> {
  const { options } = (plan ?? {}) as unknown as Partial<JobPlan>
  return options ?? {}
}
