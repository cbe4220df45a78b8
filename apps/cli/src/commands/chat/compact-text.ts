import { type CompactResponse, formatNumber, pluralize, type Receipt } from 'longhand/internal/client'
import * as wording from '../../words/chat.ts'

/** The two lines of X that report a compaction, in the words that scripts and people know. */
export const receiptText = ({ folded, before, after }: Receipt): readonly [title: string, tokens: string] => [
  wording.compacted(pluralize(folded, 'message')),
  wording.tokensSaved(formatNumber(before), formatNumber(after), formatNumber(before - after)),
]

/** X `No compaction needed: <reason>`; one that has to wait says for how long. */
export function restLine({ reason, sentence }: Extract<CompactResponse, { type: 'rested' }>): string {
  if (reason === 'cooling-down') return sentence
  return wording.noCompactionNeeded(sentence.replace(/^[A-Z][^:.]*: /, ''))
}
