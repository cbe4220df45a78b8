import { runToEnd, type Steps } from '../core/steps.ts'
import { renderAddition } from './addition.ts'
import { bareFactLines } from './bare-fact-lines.ts'
import type { Passage } from './choosing/survey.ts'
import { analyseSource, type ExtractContext, extractContext, type SourceAnalysis } from './extract-context.ts'
import type { ExtractJob } from './extract-job.ts'
import { isRequired } from './fact.ts'
import { passageFitter } from './passage-fitter.ts'
import type { Retention } from './retention.ts'

export type Extract = {
  readonly text: string
  /** Which facts of the folding messages survive in the view with this text in it. */
  readonly retention: Retention
  /** The same with the prose alone. */
  readonly proseRetention: Retention
}

/**
 * A text for the folding messages, in their own words. It needs no model, and is the same every time. Where too few facts
 * stand on the lines that fit, facts take the place of some, and then the budget grows; with `minLines` it grows first.
 */
export const extract = (job: ExtractJob): Extract => runToEnd(extractSteps(job))

/** The same, in steps that hold nobody up. */
export function* extractSteps(job: ExtractJob): Steps<Extract> {
  const analysis = yield* analyseSource(job)
  const { minRetention = 0, typedBudget = 0 } = job
  let written = yield* writeGrowing(job, analysis)
  // Facts that must survive come before the rest of what the person typed.
  for (const share of typedBudget === 0 ? [] : [0.5, 0]) {
    if (written.retention.required >= minRetention) break
    const less = yield* writeGrowing({ ...job, typedBudget: Math.floor(typedBudget * share) }, analysis)
    if (less.retention.required > written.retention.required) written = less
  }
  return { ...written, proseRetention: yield* analysis.measure(job.prose ?? '') }
}

/** The best text in a budget that grows until enough facts are in it. */
function* writeGrowing(job: ExtractJob, analysis: SourceAnalysis): Steps<WrittenExtract> {
  const { minRetention = 0, maxBudget = 0 } = job
  let context = yield* extractContext(job, analysis)
  let written = yield* writeWithinBudget(context, job.targetRetention)
  for (let { budget } = job; written.retention.required < minRetention; ) {
    // What the person typed takes its part of what the text may grow to.
    const most = maxBudget - (context.job.budget - budget)
    if (budget >= most) break
    budget = Math.min(most, Math.max(minStep, budget * 1.5))
    context = yield* extractContext({ ...job, budget }, analysis)
    written = yield* writeWithinBudget(context, growsFirst(job) ? withMargin(minRetention) : job.targetRetention)
  }
  return growsFirst(job) && written.retention.required < minRetention
    ? yield* tradeLinesForFacts(context, minRetention, written)
    : written
}

const growsFirst = ({ minLines = 0 }: ExtractJob): boolean => minLines > 0

/** The best text that fits the budget. */
function* writeWithinBudget(context: ExtractContext, target: number): Steps<WrittenExtract> {
  const { minRetention = 0 } = context.job
  const lines = yield* growToTarget(context, target)
  const isEnough = minRetention === 0 || growsFirst(context.job) || lines.retention.required >= target
  return isEnough ? lines : yield* tradeLinesForFacts(context, minRetention, lines)
}

/** A budget of nothing would never grow by a share of itself. */
const minStep = 50

type WrittenExtract = Omit<Extract, 'proseRetention'>

/** As little of the budget as reaches the target, in quarters: of fewer passages no more facts survive. */
function* growToTarget(context: ExtractContext, target: number): Steps<WrittenExtract> {
  let enough: WrittenExtract | null = null
  const { budget, minBudget = 0 } = context.job
  const least = budget === 0 ? 0 : minBudget / budget
  const shares = [0.75, 0.5, 0.25].map(share => Math.max(share, least)).filter(share => share < 1)
  for (const share of target < 1 ? new Set(shares) : []) {
    const written = yield* writeShare(context, share)
    if (written.retention.share < target) break
    enough = written
  }
  return enough ?? (yield* write(context, yield* context.takeBest(1), []))
}

/** The best passages that fit a share of the budget, and the required ones. */
function* writeShare(context: ExtractContext, share: number): Steps<WrittenExtract> {
  return yield* write(context, withRequired(context, yield* context.takeBest(share)), [])
}

/**
 * As many of the best passages as leave room for ones with more facts, and for bare names. Where even that falls short,
 * whole lines are worth more than names, unless most of the text are lines and the names make much of a difference.
 */
function* tradeLinesForFacts(
  context: ExtractContext,
  minRetention: number,
  lines: WrittenExtract,
): Steps<WrittenExtract> {
  const { minLines = 0 } = context.job
  const [most = minLines, ...fewer] = [0.8, 0.6, 0.4, 0.2].filter(share => share > minLines)
  const enough = withMargin(minRetention)
  // Mostly a few lines less will do, and no more needs to be known.
  const first = yield* splitBetweenLinesAndFacts(context, most)
  if (first.retention.required >= enough) return first
  let best = yield* splitBetweenLinesAndFacts(context, minLines)
  if (best.retention.required < minRetention)
    return growsFirst(context.job) && best.retention.required >= lines.retention.required + minGain ? best : lines
  if (first.retention.required > best.retention.required) best = first
  for (const share of fewer) {
    const written = yield* splitBetweenLinesAndFacts(context, share)
    if (written.retention.required >= enough) return written
    if (written.retention.required > best.retention.required) best = written
  }
  return best
}

const minGain = 0.25

/** Other readers find other facts, so a text that only just reaches the share may miss it for them. */
const withMargin = (share: number): number => (share + 1) / 2

/** A share of the budget for the best passages, the rest for facts: first passages that hold them, then bare ones. */
function* splitBetweenLinesAndFacts(context: ExtractContext, share: number): Steps<WrittenExtract> {
  const { budget, prose, count } = context.job
  const best = withRequired(context, yield* context.takeBest(share))
  const takeMore = yield* passageFitter(context, yield* context.continueWithFacts(best))
  const passages = withRequired(context, yield* takeMore(share + 0.4 * (1 - share)))
  const { text, retention } = yield* write(context, passages, [])
  const room = budget + (prose === null ? 0 : count(prose)) - count(text)
  return yield* write(context, passages, bareFactLines(retention.missing.filter(isRequired), room, count))
}

/** The required passages always stay. */
const withRequired = ({ passages, requiredCount }: ExtractContext, taken: readonly Passage[]): readonly Passage[] =>
  taken.length < requiredCount ? passages.slice(0, requiredCount) : taken

function* write(context: ExtractContext, passages: readonly Passage[], also: readonly string[]): Steps<WrittenExtract> {
  yield
  const { job, measure } = context
  const text = [job.prose ?? '', renderAddition(context, passages, also)].filter(part => part !== '').join('\n\n')
  yield
  return { text, retention: yield* measure(text) }
}
