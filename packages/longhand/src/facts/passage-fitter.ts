import type { CountTokens } from '../core/count.ts'
import type { Steps } from '../core/steps.ts'
import { type AdditionContext, additionSizes, renderAddition } from './addition.ts'
import type { Passage } from './choosing/survey.ts'
import { largestWithin } from './largest-fitting.ts'
import type { Origin } from './reading/quote.ts'

/** Takes as many of the first passages as fit a share of the budget. */
export function* passageFitter(
  context: AdditionContext,
  passages: readonly Passage[],
): Steps<(share: number) => Steps<readonly Passage[]>> {
  const { count, budget } = context.job
  const estimates = estimatesOf(passages, count)
  yield
  const written = (many: number): number => count(renderAddition(context, passages.slice(0, many), []))
  const byLines = additionSizes(context, passages)
  yield
  const sample = Math.min(sampleSize, passages.length)
  const sizeOf = byLines(sample) === written(sample) ? byLines : written
  return function* (share) {
    return passages.slice(0, yield* largestWithin(budget * share, estimates, sizeOf))
  }
}

/** Tokens of a text are mostly those of its lines. Whether whoever counts here agrees is seen on a few. */
const sampleSize = 50

/** About what the first passages take, for each number of them. */
function estimatesOf(passages: readonly Passage[], count: CountTokens): readonly number[] {
  const headed = new Set<Origin>()
  const estimates = [0]
  let sum = 0
  for (const { quote } of passages) {
    const heading = headed.has(quote.origin) ? 0 : headingTokens
    headed.add(quote.origin)
    sum += heading + quote.line.tokens(count) + 1
    estimates.push(sum)
  }
  return estimates
}

const headingTokens = 8
