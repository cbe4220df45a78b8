import { LonghandError } from '../../core/errors.ts'
import { leaseOf, type Scope } from '../engine.ts'
import type { CompactionJob } from '../ports/store-compactions.ts'
import { emitWarning } from '../report-bug.ts'
import type { ClaimedJob } from './job.ts'
import { parseJob } from './parse-job.ts'

/** Takes the job of a conversation that waits for someone; null when there is none that can be carried out. */
export async function claimJob(scope: Scope): Promise<ClaimedJob | null> {
  const job = await scope.store.compactions.claim(scope.conversation, leaseOf(scope.engine))
  return job === null ? null : endIfDamaged(scope, job)
}

/** The job that was claimed; null when it is damaged. Then it ends here and says so, since nobody could carry it out. */
export async function endIfDamaged(scope: Scope, job: CompactionJob): Promise<ClaimedJob | null> {
  try {
    return parseJob(job)
  } catch (error) {
    if (!(error instanceof LonghandError)) throw error
    await scope.store.compactions.end(job, 'failed', error.message)
    emitWarning(scope, error.code, error.message)
    return null
  }
}
