import type { Scope } from '../engine.ts'
import type { CompactionJob } from '../ports/store-compactions.ts'
import { emitWarning } from '../report-bug.ts'
import { readBreaker, recordAttempt } from './breaker.ts'

/** What killed two of its owners would kill the third. */
export const maxDeaths = 2

/** Owners that a summary may have in all: dying while a model is waited for is no death of the job, yet each has asked and paid. */
export const maxAttempts = 6

/** Whether a job is not to be run any more. In a conversation that had such a one before, a single death is enough. */
export async function isCrashLoop(
  scope: Scope,
  { deaths, attempt, words }: Pick<CompactionJob, 'deaths' | 'attempt' | 'words'>,
): Promise<boolean> {
  if (deaths >= maxDeaths || isTooOften({ words, attempt })) return true
  return deaths > 0 && (await readBreaker(scope)).crashed
}

/** Ends a job that kills whoever runs it, says so, and sees to it that the same is not simply asked for again. */
export async function endCrashLoop(scope: Scope, job: CompactionJob): Promise<CrashLoopEnd> {
  // First of all: whoever dies between the two leaves a job that the next one ends.
  await recordAttempt(scope, job.words === 'model' ? 'crashed' : 'crashed-reading')
  const sentence = isTooOften(job) ? unfinished : sentences[job.words]
  if (!(await scope.store.compactions.end(job, 'failed', sentence))) return { type: 'cancelled' }
  emitWarning(scope, 'crash-loop', sentence)
  return { type: 'failed', sentence, reason: 'crash-loop' }
}

const isTooOften = ({ words, attempt }: Pick<CompactionJob, 'words' | 'attempt'>): boolean =>
  words === 'model' && attempt > maxAttempts

type CrashLoopEnd =
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly sentence: string; readonly reason: 'crash-loop' }

const unfinished = `A summary of this conversation was begun ${maxAttempts} times and never finished, so for a few hours it is condensed in its own words. Condense it yourself to try again.`

const sentences: Readonly<Record<CompactionJob['words'], string>> = {
  model:
    'Summarising this conversation has crashed the server more than once, so for a few hours it is condensed in its own words. Condense it yourself to try again.',
  originals:
    'Condensing this conversation has crashed the server more than once, so it is paused for a few hours. Condense it yourself to try again, or continue in a new conversation.',
}
