import { isDemand } from '../reading/cues.ts'
import type { Passage, Survey } from './survey.ts'

/** A survey without passages that only repeat, in the same words, what the person asked for. */
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
  return first.size === 0 ? survey : { ...survey, passages: survey.passages.filter(isNew) }
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
