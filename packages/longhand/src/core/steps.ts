/** Long work in steps of a few milliseconds, between which others can have their turn. */
export type Steps<Result> = Generator<void, Result>

/** Goes through items, so many in each step. */
export function* eachInSteps<T>(items: readonly T[], visit: (item: T) => void, perStep: number = 1_000): Steps<void> {
  for (let from = 0; from < items.length; from += perStep) {
    if (from > 0) yield
    visitRange(items, visit, from, Math.min(items.length, from + perStep))
  }
}

/** Goes through the numbers below one, a range of so many in each step. */
export function* rangesInSteps(count: number, visit: (from: number, to: number) => void, perStep: number): Steps<void> {
  for (let from = 0; from < count; from += perStep) {
    if (from > 0) yield
    visit(from, Math.min(count, from + perStep))
  }
}

// Engines compile plain functions sooner and better than generators.
function visitRange<T>(items: readonly T[], visit: (item: T) => void, from: number, to: number): void {
  for (let at = from; at < to; at++) visit(items[at]!)
}

/** Runs all steps at once. */
export function runToEnd<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
