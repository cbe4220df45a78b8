import type { Leased, MemoryState, Tree } from './memory-state.ts'

type Job = Leased<{ readonly status: string; readonly deaths: number }>

/** Whether a job runs and its worker has not been heard of for as long as its lease. */
export const isSilent = ({ now }: MemoryState, { status, leaseUntil }: Pick<Job, 'status' | 'leaseUntil'>): boolean =>
  status === 'running' && leaseUntil < now()

/**
 * An honest lease is never further ahead than its length. One that is was given before the clock was set back: a living
 * owner has time to renew it, and that of a dead one runs out.
 */
export function shortenLeases({ now }: MemoryState, { jobs, turns }: Tree, ms: number): void {
  for (const job of [...jobs, ...turns]) job.leaseUntil = Math.min(job.leaseUntil, now() + ms)
}

/** The engine does not run again what has killed two. A job that kills whoever as much as looks at it is ended here. */
export function endCrashLoops(state: MemoryState, { jobs, turns }: Tree): number {
  const isHopeless = (job: Job) => isSilent(state, job) && job.deaths >= 4
  const ended = (job: Job) => ({ deaths: job.deaths + 1, endedAt: state.now() })
  const lostJobs = jobs.filter(isHopeless)
  for (const job of lostJobs)
    Object.assign(job, { ...ended(job), status: 'failed', reason: 'Five processes died with it.' })
  const lostTurns = turns.filter(isHopeless)
  for (const turn of lostTurns) Object.assign(turn, { ...ended(turn), status: 'interrupted' })
  return lostJobs.length + lostTurns.length
}
