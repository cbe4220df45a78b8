import type { Steps } from '../core/steps.ts'
import type { AdditionContext } from './addition.ts'
import { factValues } from './choosing/fact-values.ts'
import { type RequiredPassages, requiredPassages } from './choosing/required-passages.ts'
import { selectSteps } from './choosing/select.ts'
import { type Passage, type Survey, surveySteps } from './choosing/survey.ts'
import { type Values, valueSteps } from './choosing/values.ts'
import { learntWeights } from './choosing/weights.ts'
import { withCovered } from './choosing/with-covered.ts'
import { withoutRepeatsSteps } from './choosing/without-repeats.ts'
import { type Worth, worthSteps } from './choosing/worth.ts'
import type { ExtractJob } from './extract-job.ts'
import type { Fact } from './fact.ts'
import { factsSteps } from './facts.ts'
import { fileList } from './file-list.ts'
import { passageFitter } from './passage-fitter.ts'
import { filesOf, fileUses } from './reading/files.ts'
import { linesOf } from './reading/lines.ts'
import { messageText } from './reading/message-text.ts'
import { type Retention, retentionMeterSteps } from './retention.ts'
import { parseSections, type SectionName } from './sections.ts'

/** Everything an extract is made of, read and weighed once; the budget of its job has the tokens of what the person typed. */
export type ExtractContext = AdditionContext & {
  /** Which facts of the folding messages survive in the view with a text in it. */
  readonly measure: (text: string) => Steps<Retention>
  /** The passages worth their tokens, the best first: a little more than fits. */
  readonly passages: readonly Passage[]
  /** As many of them as fit a share of the budget. */
  readonly takeBest: (share: number) => Steps<readonly Passage[]>
  /** How many of the first ones every text has. */
  readonly requiredCount: number
  /** The given passages, followed by those that hold the most facts for their tokens. */
  readonly continueWithFacts: (first: readonly Passage[]) => Steps<readonly Passage[]>
}

/** What does not depend on the budget: computed once, however often the budget grows. */
export type SourceAnalysis = {
  readonly files: ReturnType<typeof filesOf>
  readonly remaining: Survey
  readonly facts: readonly Fact[]
  readonly worth: Worth
  /** Which facts of the folding messages survive in the view with a text in it. */
  readonly measure: (text: string) => Steps<Retention>
}

export function* analyseSource({
  messages,
  staying,
  prose,
  weights = learntWeights,
}: ExtractJob): Steps<SourceAnalysis> {
  const folding = messages.filter(({ number }) => !staying.has(number))
  const seen = yield* surveySteps(messages, staying)
  yield
  const remaining = yield* withoutRepeatsSteps(prose === null ? seen : withCovered(seen, prose))
  const uses = fileUses(folding)
  yield
  const facts = yield* factsSteps(folding, seen, uses)
  yield
  let meter: SourceAnalysis['measure'] | null = null
  // Whoever only chooses measures nothing.
  function* measure(text: string): Steps<Retention> {
    const stays = messages.filter(({ number }) => staying.has(number)).map(({ message }) => messageText(message))
    meter ??= yield* retentionMeterSteps(facts, stays.join('\n'))
    return yield* meter(text)
  }
  return { files: filesOf(uses), remaining, facts, worth: yield* worthSteps(remaining, weights), measure }
}

export function* extractContext(given: ExtractJob, analysis: SourceAnalysis): Steps<ExtractContext> {
  const { prose, count } = given
  const { remaining, facts, worth, measure } = analysis
  const files = withoutKnownLines(fileList(analysis.files, given.budget * filesShare, count), prose ?? '')
  const required = requiredPassages(remaining, given)
  const budget = given.budget + required.typedTokens
  yield
  const choose = (values: Values, first: readonly Passage[]): Steps<readonly Passage[]> =>
    selectSteps(remaining, values, {
      tokens: (budget - count(files)) * chosenShare,
      count,
      required: first,
      alongside: [...linesOf(prose ?? ''), ...linesOf(files)],
    })
  const values = yield* valueSteps(remaining, worth)
  yield
  const all = [...required.goal, ...required.constraints, ...required.requests, ...required.typed, ...required.state]
  const passages = yield* choose(values, all)
  yield
  const sectionOf = sectionsFor(required, new Set(parseSections(prose ?? '').map(({ name }) => name)))
  const addition = { job: { ...given, budget }, files, sectionOf }
  return {
    ...addition,
    passages,
    takeBest: yield* passageFitter(addition, passages),
    requiredCount: new Set(all).size,
    continueWithFacts: first => choose(factValues(remaining, facts), first),
    measure,
  }
}

const filesShare = 0.05

/** The sections of passages. What is required for a section that the prose has already is quoted as any other. */
function sectionsFor(required: RequiredPassages, inProse: ReadonlySet<SectionName>): ExtractContext['sectionOf'] {
  const goal = new Set(inProse.has('goal') ? [] : required.goal)
  const state = new Set(inProse.has('state') ? [] : required.state)
  return passage => {
    if (goal.has(passage)) return 'goal'
    if (passage.cue === 'constraint' && passage.quote.kind === 'said') return 'constraints'
    return state.has(passage) ? 'state' : 'record'
  }
}

/** Headings and gaps are only estimated while choosing, so a little more is chosen than will fit. */
export const chosenShare = 1.1

/** A list without the lines that are already in a text. */
function withoutKnownLines(list: string, text: string): string {
  const said = new Set(text.split('\n').map(line => line.trim()))
  return list
    .split('\n')
    .filter(line => !said.has(line))
    .join('\n')
}
