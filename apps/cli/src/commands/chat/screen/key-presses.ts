import type { Key } from 'ink'

/** One key, as Ink describes it. */
type KeyPress = { readonly input: string; readonly key: Key }

/**
 * Splits input into key presses. Programs and fast typists send several at once, and Ink passes them on as one string:
 * text stays together, every control character is a separate key.
 */
export function splitKeyPresses(input: string, key: Key): readonly KeyPress[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what keys send.
  const pieces = input.match(/[\u0000-\u001f\u007f]|[^\u0000-\u001f\u007f]+/g) ?? []
  if (pieces.length < 2) return [{ input, key }]
  return pieces.map(piece => pressOf(piece, key))
}

function pressOf(piece: string, { meta: _, ...key }: Key): KeyPress {
  const plain: Key = { ...key, meta: false, ctrl: false, return: false, tab: false, backspace: false, escape: false }
  switch (piece) {
    case '\r':
      return { input: '', key: { ...plain, return: true } }
    case '\t':
      return { input: '', key: { ...plain, tab: true } }
    case '\u007f':
    case '\b':
      return { input: '', key: { ...plain, backspace: true } }
    case '\u001b':
      return { input: '', key: { ...plain, escape: true } }
    case '\n':
      return { input: '\n', key: plain }
    default:
      return piece < ' ' ? { input: letterOf(piece), key: { ...plain, ctrl: true } } : { input: piece, key: plain }
  }
}

/** Ctrl and a letter send the letter's place in the alphabet. */
const letterOf = (control: string): string => String.fromCharCode(control.charCodeAt(0) + 96)
