import { stripVTControlCharacters } from 'node:util'

/** Text that is safe for a terminal: no escape sequences, no control characters, no direction marks. */
export function clean(text: string): string {
  if (/^[\x20-\x7e\n]*$/.test(text)) return text
  return stripVTControlCharacters(text)
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', '    ')
    .replace(unsafe, '')
    .toWellFormed()
}

/** The same on one line, as names of files are shown. */
export const cleanLine = (text: string): string => clean(text).replace(/\s+/g, ' ')

/** Control characters except the line break, and marks that change the direction of text. */
export const unsafe = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
