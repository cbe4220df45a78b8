import type { Line, Style } from './line.ts'
import { columns } from './width.ts'

/** How a terminal shows styles: colours for a dark or light background, or none; all characters, or only ASCII. */
export type Theme = { readonly colours: 'dark' | 'light' | 'none'; readonly characters: 'unicode' | 'ascii' }

/** The theme that the environment asks for. */
export function themeOf(env: Readonly<Record<string, string | undefined>>): Theme {
  const plain = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb'
  // `COLORFGBG=0;15` is how terminals say that they are light.
  const light =
    env.LONGHAND_THEME === 'light' || (env.LONGHAND_THEME !== 'dark' && /;(7|15)$/.test(env.COLORFGBG ?? ''))
  const encoding = env.LC_ALL || env.LC_CTYPE || env.LANG || 'utf-8'
  const ascii = (env.LONGHAND_ASCII ?? '') !== '' || env.TERM === 'dumb' || !/utf-?8/i.test(encoding)
  return { colours: plain ? 'none' : light ? 'light' : 'dark', characters: ascii ? 'ascii' : 'unicode' }
}

/** A line with the escape sequences of its styles. */
export function paint(row: Line, theme: Theme): string {
  return row
    .map(({ text, style }) =>
      paintSpan(theme.characters === 'ascii' ? toAscii(text) : text, codes[theme.colours]?.[style] ?? ''),
    )
    .join('')
}

const paintSpan = (text: string, code: string): string => (code === '' ? text : `\u001b[${code}m${text}\u001b[0m`)

/** Of the sixteen colours that every terminal has and people can choose. */
const codes: Readonly<Record<Theme['colours'], Readonly<Record<Style, string>> | null>> = {
  dark: styles({ you: '94', protected: '95' }),
  light: styles({ you: '34', protected: '35' }),
  none: null,
}

function styles(own: { readonly you: string; readonly protected: string }): Readonly<Record<Style, string>> {
  return { plain: '', label: '90', faded: '90', strong: '1', green: '32', yellow: '33', red: '31', chosen: '7', ...own }
}

/** Replaces each character by one of the same width, or by a question mark per column. */
const toAscii = (text: string): string =>
  text.replace(/[^\x20-\x7e]/gu, character => asciiFor[character] ?? '?'.repeat(columns(character)))

const asciiFor: Readonly<Record<string, string>> = {
  ...{ '│': '|', '┃': '!', '╎': ':', '█': '#', '░': '.', '▒': '=', '─': '-', '┼': '+', '├': '|' },
  ...{ '●': '*', '○': 'o', '◇': '+', '▸': '>', '▾': 'v', '›': '>', '∿': '~', '✓': '+', '✗': 'x', '×': 'x' },
  ...{ '…': '.', '→': '>', '–': '-', '—': '-', '−': '-', '·': '-', '¶': '#', ℓ: 'l', '↑': '^', '↓': 'v' },
  ...{ '“': '"', '”': '"', '‘': "'", '’': "'", '≤': '<', '≥': '>', '•': '*', '⋯': '.' },
}
