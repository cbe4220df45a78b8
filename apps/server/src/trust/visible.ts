/** Untrusted text made safe for a terminal: on one line, with control and invisible characters written as `\u{1b}`. */
export function visible(text: string): string {
  return text
    .replace(unseen, sign => `\\u{${sign.codePointAt(0)!.toString(16)}}`)
    .replace(/ {4,}/g, gap => ` \\u{20}×${gap.length - 2} `)
}

/** Control, direction and zero-width characters, unusual spaces, lone surrogates, combining marks. */
const unseen = /(?! )[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu
