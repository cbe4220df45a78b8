import type { Clock } from '../ports/clock.ts'
import type { CompactionOptions } from './job.ts'

/**
 * How long a compaction may wait for models, all requests and retries together. After that the originals' own words take
 * their place where someone waits, which takes a moment more: SC-004 promises a person an end within 60 s,
 * and within 10 s with `--fast`.
 */
export function deadlineMs(
  { pace, by, trigger }: Pick<CompactionOptions, 'pace' | 'by' | 'trigger'>,
  maxWaitMs = 50_000,
): number {
  if (pace === 'fast') return 9_000
  if (trigger === 'cold-cache') return Math.min(20_000, maxWaitMs)
  const isWaitedFor = by === 'limit' || trigger === 'person' || trigger === 'tool'
  return isWaitedFor ? maxWaitMs : 600_000
}

/** Runs work with a signal that fires after a while. */
export async function withDeadline<T>(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  work: (deadline: AbortSignal) => Promise<T>,
): Promise<T> {
  const [deadline, over] = [new AbortController(), new AbortController()]
  void clock.sleep(ms, over.signal).then(() => deadline.abort())
  try {
    return await work(deadline.signal)
  } finally {
    over.abort()
  }
}
