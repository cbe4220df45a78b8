import type { Quote } from '../reading/quote.ts'

/** A line, and how many names as code has them stand on it. */
type Line = { readonly quote: Quote; readonly names: readonly number[] }

/** How much of a conversation is plain talk, from 0 to 1: words of people and assistants that name nothing as code does. */
export function talkShare(lines: readonly Line[]): number {
  const share = lengthOf(lines.filter(isTalkLine)) / Math.max(1, lengthOf(lines))
  return Math.min(1, Math.max(0, (share - mixedShare) / (plainShare - mixedShare)))
}

/** Whether messages are more talk than work. */
export const isTalk = ({ talk }: { readonly talk: number }): boolean => talk > 0.5

/** Below the first share a conversation is about code or data; above the second it is chat. */
const mixedShare = 0.5
const plainShare = 0.65

const isTalkLine = ({ quote, names }: Line): boolean => quote.kind === 'said' && names.length === 0

export const lengthOf = (lines: readonly Pick<Line, 'quote'>[]): number =>
  lines.reduce((sum, { quote }) => sum + quote.text.length, 0)
