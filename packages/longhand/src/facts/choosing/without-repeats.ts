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
  // Most passages begin with another word than any demand, and the rest of them need not be read.
  const beginnings = new Set([...first.keys()].map(words => words.slice(0, words.indexOf(' '))))
  const isNew = (passage: Passage): boolean => {
    if (passage.quote.kind !== 'said' && passage.quote.kind !== 'argument') return true
    if (!beginnings.has(firstWord(passage))) return true
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

const firstWord = (passage: Passage): string => /[\p{L}\p{N}]+/u.exec(plainText(passage))?.[0] ?? ''

const plainText = ({ quote }: Passage): string => quote.text.toLowerCase().replace(/^\d{1,3}[.)] /, '')

const minWords = 3
