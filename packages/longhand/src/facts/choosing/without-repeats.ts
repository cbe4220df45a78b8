import type { Passage, Survey } from './survey.ts'

/** A survey without the passages that only say again, in the same words, what the person asked for: once is enough. */
export function withoutRepeats(survey: Survey): Survey {
  const first = new Map<string, Passage>()
  for (const passage of survey.passages) {
    const words = passage.cue === 'constraint' ? wordsOf(passage) : ''
    if (words !== '' && !first.has(words)) first.set(words, passage)
  }
  const isNew = (passage: Passage): boolean => {
    if (passage.quote.kind !== 'said' && passage.quote.kind !== 'argument') return true
    return (first.get(wordsOf(passage)) ?? passage) === passage
  }
  return first.size === 0 ? survey : { ...survey, passages: survey.passages.filter(isNew) }
}

/** Its words; quotes, bullets and numbering are none. Of too few, nobody can tell who said them first. */
function wordsOf({ quote }: Passage): string {
  const words =
    quote.text
      .toLowerCase()
      .replace(/^\d{1,3}[.)] /, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length < minWords ? '' : words.join(' ')
}

const minWords = 3
