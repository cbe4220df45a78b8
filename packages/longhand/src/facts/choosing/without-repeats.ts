import { eachInSteps, runToEnd, type Steps } from '../../core/steps.ts'
import { isDemand } from '../reading/cues.ts'
import { repeatedWishesSteps } from './repeated-wishes.ts'
import type { Passage, Survey } from './survey.ts'

/** A survey without passages that only repeat, in the same words or nearly, what the person asked for. */
export const withoutRepeats = (survey: Survey): Survey => runToEnd(withoutRepeatsSteps(survey))

/** The same, some passages at a time. */
export function* withoutRepeatsSteps(survey: Survey): Steps<Survey> {
  const first = new Map<string, Passage>()
  for (const passage of survey.passages) {
    const words = isDemand(passage.cue) ? wordsOf(passage) : ''
    if (words !== '' && !first.has(words)) first.set(words, passage)
  }
  if (first.size === 0) return survey
  // Most passages begin with other letters than any demand, and the rest of them need not be read.
  const beginnings = new Set([...first.values()].map(beginningOf))
  const isNew = (passage: Passage): boolean => {
    if (passage.quote.kind !== 'said' && passage.quote.kind !== 'argument') return true
    if (!beginnings.has(beginningOf(passage))) return true
    return (first.get(wordsOf(passage)) ?? passage) === passage
  }
  const passages: Passage[] = []
  yield* eachInSteps(survey.passages, passage => {
    if (isNew(passage)) passages.push(passage)
  })
  const repeated = yield* repeatedWishesSteps(passages)
  return { ...survey, passages: passages.filter(passage => !repeated.has(passage)) }
}

/** Its words, without quotes, bullets and numbering. Too few of them prove no repetition. */
function wordsOf(passage: Passage): string {
  const words = plainText(passage).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length < minWords ? '' : words.join(' ')
}

/** The first plain letters of its words: in any script they are the same where the words are. */
const beginningOf = (passage: Passage): string => /[a-z\d]+/.exec(plainText(passage))?.[0] ?? ''

const plainText = ({ quote }: Passage): string => quote.text.toLowerCase().replace(/^\d{1,3}[.)] /, '')

const minWords = 3
