import type { Leased, MemoryJob, MemoryState, Tree } from './memory-state.ts'

type Job = Leased<{ readonly status: string; readonly deaths: number }>

/** Whether a job runs and the lease of its worker has expired. */
export const isSilent = ({ now }: MemoryState, { status, leaseUntil }: Pick<Job, 'status' | 'leaseUntil'>): boolean =>
  status === 'running' && leaseUntil < now()

/**
 * A lease never ends later than its length from now, unless the clock was set back after it was taken. Then it is
 * shortened: a running worker has time to renew it, and that of a crashed one expires.
 */
export function shortenLeases({ now }: MemoryState, { jobs, turns }: Tree, ms: number): void {
  for (const job of [...jobs, ...turns]) job.leaseUntil = Math.min(job.leaseUntil, now() + ms)
}

/** Whether the worker of a compaction died of it, as far as anyone can tell: not while it waited for a model. */
export const hasDiedOf = (state: MemoryState, job: MemoryJob): boolean => isSilent(state, job) && !job.waiting

/** The engine does not retry a job after two crashes. A job that crashes every worker that touches it is ended here. */
export function endCrashLoops(state: MemoryState, { jobs, turns }: Tree): number {
  const ended = (job: Job) => ({ deaths: job.deaths + 1, endedAt: state.now() })
  const lostJobs = jobs.filter(job => hasDiedOf(state, job) && job.deaths >= 4)
  for (const job of lostJobs)
    Object.assign(job, { ...ended(job), status: 'failed', reason: 'Five processes died with it.' })
  const lostTurns = turns.filter(turn => isSilent(state, turn) && turn.deaths >= 4)
  for (const turn of lostTurns) Object.assign(turn, { ...ended(turn), status: 'interrupted' })
  return lostJobs.length + lostTurns.length
}
