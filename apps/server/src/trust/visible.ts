/**
 * A text of somebody else's as it can be shown on a terminal: on one line, and with everything that does something, is
 * not seen, or looks like something else written out as `\u{1b}`.
 */
export function visible(text: string): string {
  return text
    .replace(unseen, sign => `\\u{${sign.codePointAt(0)!.toString(16)}}`)
    .replace(/ {4,}/g, gap => ` \\u{20}×${gap.length - 2} `)
}

/** Controls, marks of direction, signs of no width, spaces that are not one, half of a pair, marks put over other letters. */
const unseen = /(?! )[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu
