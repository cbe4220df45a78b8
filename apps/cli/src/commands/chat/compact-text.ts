import { type CompactResponse, formatNumber, pluralize, type Receipt } from 'longhand/internal/client'

/** The two lines of X that report a compaction, in the words that scripts and people know. */
export const receiptText = ({ folded, before, after }: Receipt): readonly [title: string, tokens: string] => [
  `✓ Compacted ${pluralize(folded, 'message')}`,
  `  Tokens: ${formatNumber(before)} → ${formatNumber(after)} (saved ${formatNumber(before - after)})`,
]

/** X `No compaction needed: <reason>`; one that has to wait says for how long. */
export function restLine({ reason, sentence }: Extract<CompactResponse, { type: 'rested' }>): string {
  if (reason === 'cooling-down') return sentence
  return `No compaction needed: ${sentence.replace(/^[A-Z][^:.]*: /, '')}`
}
