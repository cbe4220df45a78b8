/** What the split pattern of o200k asks about a character, one bit per question. */
export const UPPER = 1
export const LOWER = 2
export const SYMBOL = 4
export const NUMBER = 8
export const SPACE = 16
export const NEWLINE = 32
/** Half of a pair: what it is depends on its other half. */
export const HALF = 64

/** Letters without case stand in both runs of a word; marks moreover among the symbols. */
export const LETTER = UPPER | LOWER
export const MARK = LETTER | SYMBOL
export const WHITE = SPACE | NEWLINE

/** The kind of every character, by code point. */
export type Kinds = Uint8Array
