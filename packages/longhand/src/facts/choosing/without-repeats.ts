import { isDemand } from '../reading/cues.ts'
import { repeatedWishes } from './repeated-wishes.ts'
import type { Passage, Survey } from './survey.ts'

/** A survey without passages that only repeat, in the same words or nearly, what the person asked for. */
export function withoutRepeats(survey: Survey): Survey {
  const first = new Map<string, Passage>()
  for (const passage of survey.passages) {
    const words = isDemand(passage.cue) ? wordsOf(passage) : ''
    if (words !== '' && !first.has(words)) first.set(words, passage)
  }
  const isNew = (passage: Passage): boolean => {
    if (passage.quote.kind !== 'said' && passage.quote.kind !== 'argument') return true
    return (first.get(wordsOf(passage)) ?? passage) === passage
  }
  if (first.size === 0) return survey
  const passages = survey.passages.filter(isNew)
  const repeated = repeatedWishes(passages)
  return { ...survey, passages: passages.filter(passage => !repeated.has(passage)) }
}

/** Its words, without quotes, bullets and numbering. Too few of them prove no repetition. */
function wordsOf({ quote }: Passage): string {
  const words =
    quote.text
      .toLowerCase()
      .replace(/^\d{1,3}[.)] /, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length < minWords ? '' : words.join(' ')
}

const minWords = 3
