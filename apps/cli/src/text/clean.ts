import { stripVTControlCharacters } from 'node:util'

/** A text that cannot do anything to a terminal: no escapes, no control characters, no tricks with the direction. */
export function clean(text: string): string {
  if (/^[\x20-\x7e\n]*$/.test(text)) return text
  return stripVTControlCharacters(text)
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', '    ')
    .replace(controls, '')
    .toWellFormed()
}

/** Controls but the line break, and the marks that make text run the other way from where it is written. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal.
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g
