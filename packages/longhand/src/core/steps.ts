/** Long work in steps of a few milliseconds, between which others can have their turn. */
export type Steps<Result> = Generator<void, Result>

/** Runs all steps at once. */
export function runToEnd<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
