import { stripVTControlCharacters } from 'node:util'

/** Text that is safe for a terminal: no escape sequences, no control characters, no direction marks. */
export function clean(text: string): string {
  if (/^[\x20-\x7e\n]*$/.test(text)) return text
  return stripVTControlCharacters(text)
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', '    ')
    .replace(controls, '')
    .toWellFormed()
}

/** Control characters except the line break, and marks that change the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal.
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g
