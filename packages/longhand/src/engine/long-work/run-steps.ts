import type { Steps } from '../../core/steps.ts'
import { createPacer } from './pacer.ts'

/** Runs long work here, with a pause now and then for everyone else. */
export async function runSteps<Result>(
  steps: Steps<Result>,
  pace: () => Promise<void> = createPacer(),
): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await pace()
  }
}
