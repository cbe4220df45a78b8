import type { CompactionJob } from '../ports/store-compactions.ts'
import type { CompactionAsk, JobPlan } from './compactor.ts'

/** What was asked of a compaction; nothing when its plan does not say: records come in from elsewhere too. */
export function askOf({ plan }: Pick<CompactionJob, 'plan'>): Partial<CompactionAsk> {
  const { ask } = (plan ?? {}) as unknown as Partial<JobPlan>
  return ask ?? {}
}
