/** How many columns a text takes in a terminal. */
export function columns(text: string): number {
  if (simple.test(text)) return text.length
  return graphemes(text).reduce((sum, grapheme) => sum + graphemeColumns(grapheme), 0)
}

/** The graphemes of a text: a flag is one, a letter with its accents is one. */
export const graphemes = (text: string): readonly string[] =>
  single.test(text) ? text.split('') : Array.from(segmenter().segment(text), ({ segment }) => segment)

/** Characters that are a grapheme of one column: most texts, and all our rules and bars. */
const simple = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u2193\u2500-\u259f]*$/

/** Those, and East Asian characters that never join with a neighbour. */
const single =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u2193\u2500-\u259f\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]*$/

// Created lazily: loading it is the slowest part of the start, and many never need it.
const segmenter = () => {
  known ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return known
}
let known: Intl.Segmenter | null = null

/** The same for one grapheme. */
export function graphemeColumns(grapheme: string): number {
  if (simple.test(grapheme)) return grapheme.length
  if (/^[\p{Control}\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u.test(grapheme)) return 0
  return wide.test(grapheme) || isEmoji(grapheme) ? 2 : 1
}

/** An emoji, or a character that the variation selector turns into one. */
const isEmoji = (grapheme: string): boolean =>
  /^\p{Emoji_Presentation}/u.test(grapheme) || /^\p{Emoji}.?\u{fe0f}/u.test(grapheme)

/** East Asian characters of two columns. */
const wide =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f202}\u{1f210}-\u{1f23b}\u{1f240}-\u{1f248}\u{20000}-\u{3fffd}]/u
