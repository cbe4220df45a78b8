/** How many columns a text takes in a terminal. */
export function columns(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  return graphemes(text).reduce((sum, grapheme) => sum + graphemeColumns(grapheme), 0)
}

/** The signs of a text as people count them: a flag is one, a letter with its accents is one. */
export const graphemes = (text: string): readonly string[] =>
  /^[\x20-\x7e]*$/.test(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment)

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

function graphemeColumns(grapheme: string): number {
  if (/^[\p{Control}\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u.test(grapheme)) return 0
  return wide.test(grapheme) || isEmoji(grapheme) ? 2 : 1
}

/** A picture by itself, or a sign that the variation selector turns into one. */
const isEmoji = (grapheme: string): boolean =>
  /^\p{Emoji_Presentation}/u.test(grapheme) || /^\p{Emoji}.?\u{fe0f}/u.test(grapheme)

/** East Asian signs that take two columns, whatever the font. */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f202}\u{1f210}-\u{1f23b}\u{1f240}-\u{1f248}\u{20000}-\u{3fffd}]/u
