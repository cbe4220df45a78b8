import type { CountTokens } from '../../core/count.ts'
import type { ExtractJob } from '../extract-job.ts'
import type { Cue } from '../reading/cues.ts'
import { isDemand } from '../reading/cues.ts'
import type { Origin } from '../reading/quote.ts'
import { isSmallTalk } from '../reading/small-talk.ts'
import type { Passage, Survey } from './survey.ts'
import { isTalk } from './talk.ts'

/** Passages that every text has, chosen before any others are weighed. */
export type RequiredPassages = {
  /** What the person asked for: first, and last unless that stands in the view. */
  readonly goal: readonly Passage[]
  /** How the person wants things done. */
  readonly constraints: readonly Passage[]
  /** A line of everything else that the person asked for, the newest first. */
  readonly requests: readonly Passage[]
  /** All other lines that the person typed, of the newest messages first. */
  readonly typed: readonly Passage[]
  readonly typedTokens: number
  /** The last lines of the assistant, unless later ones stand in the view. */
  readonly state: readonly Passage[]
}

/** Tokens for the text of an extract, and beside them for what the person typed. */
export type RequiredBudget = Pick<ExtractJob, 'budget' | 'typedBudget' | 'count'>

export function requiredPassages(survey: Survey, { budget, typedBudget = 0, count }: RequiredBudget): RequiredPassages {
  const { passages } = survey
  const { typedShare, requestShare } = isTalk(survey) ? inTalk : inWork
  const words = passages.filter(({ quote }) => quote.kind === 'said')
  const typed = words.filter(({ quote }) => quote.origin.speaker === 'person')
  const persons = typed.filter(({ quote }) => quote.origin.call === null)
  const uncovered = persons.filter(isUncovered)
  const opening = persons.find(isTelling) ?? persons[0]
  const first = opening === undefined ? [] : [opening].filter(isUncovered)
  const isPasted = isPastedAmong(persons)
  const isTyped = (passage: Passage): boolean => !isPasted(passage)
  const newest = persons.findLast(passage => isTelling(passage) && isTyped(passage))?.quote.origin
  const last = uncovered.filter(passage => passage.quote.origin === newest && isTelling(passage))
  const assistants = words.filter(
    ({ quote }) => quote.origin.speaker === 'assistant' && quote.text.length >= minStateLength,
  )
  const states = assistants.filter(passage => isUncovered(passage) && !isAnnouncement(passage)).slice(-maxStateLines)
  // What was said since, and stands in the view, tells the state better.
  const isOutdated = assistants.at(-1)?.folds === false
  const within = (share: number, wanted: readonly Passage[]) => takeAffordable(wanted, budget * share, count)
  const goal = within(goalShare, [...first, ...last])
  // The newest first, since it overrides older ones.
  const backwards = uncovered.toReversed()
  const constraints = [...backwards.filter(cuedAs('constraint')), ...backwards.filter(cuedAs('wish'))]
  const carried = [
    ...within(typedShare, constraints.filter(isTyped)),
    ...within(pastedShare, constraints.filter(isPasted)),
  ]
  const heard = new Set([...goal, ...carried].map(({ quote }) => quote.origin))
  const unheard = typed.filter(
    passage => isUncovered(passage) && isTelling(passage) && !heard.has(passage.quote.origin),
  )
  const requests = within(requestShare, requestsIn(unheard).toReversed())
  const chosen = new Set([...goal, ...carried, ...requests])
  const others = isTalk(survey) ? [] : uncovered.filter(passage => isTyped(passage) && !chosen.has(passage))
  const ownWords = takeAffordable(newestFirst(others), typedBudget, count)
  return {
    goal,
    constraints: carried,
    requests,
    typed: ownWords,
    typedTokens: ownWords.reduce((sum, passage) => sum + costOf(passage, count), 0),
    state: isOutdated ? [] : newestState(states.toReversed(), budget, count),
  }
}

const cuedAs =
  (wanted: Cue) =>
  ({ cue }: Passage): boolean =>
    cue === wanted

/** Thanks and greetings ask for nothing. */
const isTelling = ({ quote }: Passage): boolean => !isSmallTalk(quote.text)

/** "Here are the details:" tells nothing without what follows. */
const isAnnouncement = ({ quote }: Passage): boolean => /[:：]\W{0,4}$/.test(quote.text)

const isUncovered = ({ folds, stays }: Passage): boolean => folds && !stays

const goalShare = 0.03
const pastedShare = 0.05
/** In plain talk most of what people say is neither a rule nor a request, whatever it sounds like. */
const inWork = { typedShare: 0.25, requestShare: 0.1 }
const inTalk = { typedShare: 0.15, requestShare: 0.03 }
const stateShare = 0.02
const maxLastStateShare = 0.06
const maxStateLines = 4

/** Shorter lines say nothing about the state of the work: "Now the tests." */
const minStateLength = 30

/** Of each message the lines that say what is wanted: its rules, the first that is more than a word or two, or the shortest. */
function requestsIn(persons: readonly Passage[]): readonly Passage[] {
  return [...Map.groupBy(persons, ({ quote }) => quote.origin).values()].flatMap(lines => {
    const short = lines.filter(({ quote }) => quote.text.length <= maxRequestLength)
    const rules = short.filter(({ cue }) => isDemand(cue))
    if (rules.length > 0) return rules
    return (
      short.find(({ quote }) => quote.text.length >= minRequestLength) ??
      lines.reduce((a, b) => (b.quote.text.length < a.quote.text.length ? b : a))
    )
  })
}

/** Lines that tell the state, the newest first, until one does not fit: an older one in its place would tell an older state. */
function newestState(newestFirst: readonly Passage[], budget: number, count: CountTokens): readonly Passage[] {
  const last = newestFirst[0] === undefined ? 0 : costOf(newestFirst[0], count)
  let left = Math.max(budget * stateShare, Math.min(last, budget * maxLastStateShare))
  const end = newestFirst.findIndex(passage => {
    left -= costOf(passage, count)
    return left < 0
  })
  return end < 0 ? newestFirst : newestFirst.slice(0, end)
}

/** The lines of the newest message first, those of each in the order they were typed. */
const newestFirst = (lines: readonly Passage[]): readonly Passage[] =>
  [...Map.groupBy(lines, ({ quote }) => quote.origin).values()].toReversed().flat()

const minRequestLength = 12
const maxRequestLength = 200

/**
 * Whether a passage comes from a message too long to have been typed: what it demands was not said for this
 * conversation. The first message applies to all of it, however long.
 */
function isPastedAmong(persons: readonly Passage[]): (passage: Passage) => boolean {
  const first = persons[0]?.quote.origin
  const lengths = new Map<Origin, number>()
  for (const { quote } of persons) lengths.set(quote.origin, (lengths.get(quote.origin) ?? 0) + quote.text.length)
  return ({ quote }) => quote.origin !== first && lengths.get(quote.origin)! > maxTypedLength
}

const maxTypedLength = 2_000

/** The wanted passages that fit the budget, each once. */
function takeAffordable(wanted: readonly Passage[], budget: number, count: CountTokens): readonly Passage[] {
  let left = budget
  return [...new Set(wanted)].filter(passage => {
    const cost = costOf(passage, count)
    if (cost > left) return false
    left -= cost
    return true
  })
}

/** A line with what stands around it. */
const costOf = ({ quote }: Passage, count: CountTokens): number => quote.line.tokens(count) + 3
