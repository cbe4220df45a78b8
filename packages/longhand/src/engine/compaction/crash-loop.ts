import type { Scope } from '../engine.ts'
import type { CompactionJob } from '../ports/store-compactions.ts'
import { emitWarning } from '../report-bug.ts'
import { readBreaker, recordAttempt } from './breaker.ts'

/** What killed two of its owners would kill the third. */
export const maxDeaths = 2

/** Owners in all. Who dies waiting for a model is counted with none of its deaths, and each has asked and paid. */
export const maxAttempts = 6

/** Whether a job is not to be run any more. In a conversation that had such a one before, a single death is enough. */
export async function isCrashLoop(
  scope: Scope,
  { deaths, attempt }: Pick<CompactionJob, 'deaths' | 'attempt'>,
): Promise<boolean> {
  if (deaths >= maxDeaths || attempt > maxAttempts) return true
  return deaths > 0 && (await readBreaker(scope)).crashed
}

/** Ends a job that kills whoever runs it, says so, and sees to it that the same is not simply asked for again. */
export async function endCrashLoop(scope: Scope, job: CompactionJob): Promise<CrashLoopEnd> {
  // First of all: whoever dies between the two leaves a job that the next one ends.
  await recordAttempt(scope, job.words === 'model' ? 'crashed' : 'crashed-reading')
  const sentence = sentences[job.words]
  if (!(await scope.store.compactions.end(job, 'failed', sentence))) return { type: 'cancelled' }
  emitWarning(scope, 'crash-loop', sentence)
  return { type: 'failed', sentence, reason: 'crash-loop' }
}

type CrashLoopEnd =
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly sentence: string; readonly reason: 'crash-loop' }

const sentences: Readonly<Record<CompactionJob['words'], string>> = {
  model:
    'Summarising this conversation has crashed the server more than once, so for a few hours it is condensed in its own words. Condense it yourself to try again.',
  originals:
    'Condensing this conversation has crashed the server more than once, so it is paused for a few hours. Condense it yourself to try again, or continue in a new conversation.',
}
