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
  const control = controls[piece]
  if (control !== undefined) return { input: '', key: { ...plain, ...control } }
  if (piece === '\n' || piece >= ' ') return { input: piece, key: plain }
  // Ctrl and a letter send the letter's place in the alphabet.
  return { input: String.fromCharCode(piece.charCodeAt(0) + 96), key: { ...plain, ctrl: true } }
}

const controls: Readonly<Record<string, Partial<Key>>> = {
  '\r': { return: true },
  '\t': { tab: true },
  '\b': { backspace: true },
  '\u007f': { backspace: true },
  '\u001b': { escape: true },
}
