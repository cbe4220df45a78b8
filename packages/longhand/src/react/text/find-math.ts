/** A stretch of Markdown: words, a formula, or one that is still being written. */
export type MathPiece =
  | { readonly type: 'words'; readonly source: string }
  | Formula
  | { readonly type: 'unfinished'; readonly source: string }

/** TeX, whether it stands in a line or on its own, and how it was written. */
export type Formula = {
  readonly type: 'formula'
  readonly tex: string
  readonly layout: 'inline' | 'display'
  readonly source: string
}

/**
 * Cuts Markdown at its formulas: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`. Code, escapes, prices and shell variables are words.
 * The sources of the pieces together are the text.
 */
export function findMath(text: string, state: 'writing' | 'written'): readonly MathPiece[] {
  const pieces: MathPiece[] = []
  const code = codeEnds(text)
  let done = 0
  const add = (piece: MathPiece, from: number) => {
    if (from > done) pieces.push({ type: 'words', source: text.slice(done, from) })
    pieces.push(piece)
    done = from + piece.source.length
  }
  // What can begin code or a formula; an escaped letter begins nothing.
  const marks = /`+|~{3,}|\\[\s\S]|\$\$?/g
  for (let match = marks.exec(text); match !== null; match = marks.exec(text)) {
    const end = code.get(match.index)
    if (end !== undefined) marks.lastIndex = end
    const found = end === undefined ? formulaAt(text, match.index, match[0]) : null
    if (found === 'unfinished' && state === 'writing') {
      add({ type: 'unfinished', source: text.slice(match.index) }, match.index)
      break
    }
    if (found === null || found === 'unfinished') continue
    add(found, match.index)
    marks.lastIndex = done
  }
  if (done < text.length) pieces.push({ type: 'words', source: text.slice(done) })
  return pieces
}

/** Longer ones are shown as they are written. */
const maxLength = { inline: 600, display: 6_000 } as const

const closers: Readonly<Record<string, readonly [close: string, layout: Formula['layout']] | undefined>> = {
  $$: ['$$', 'display'],
  '\\[': ['\\]', 'display'],
  '\\(': ['\\)', 'inline'],
}

/** The formula that begins here. Unfinished when its end may still be written. */
function formulaAt(text: string, from: number, open: string): Formula | 'unfinished' | null {
  if (open === '$') return inDollars(text, from)
  const [close, layout] = closers[open] ?? []
  if (close === undefined || layout === undefined) return null
  const rest = text.slice(from + open.length, from + open.length + maxLength[layout])
  const paragraph = /\n[ \t]*\n/.exec(rest)
  const end = rest.indexOf(close)
  if (end < 0) return paragraph === null && rest.length < maxLength[layout] ? 'unfinished' : null
  if (paragraph !== null && paragraph.index < end) return null
  // In a quotation every line begins with its mark.
  const tex = rest.slice(0, end).replace(/\n[ \t]*>[ \t]?/g, '\n')
  if (tex.trim() === '' || (open !== '$$' && !looksLikeMath(tex))) return null
  return { type: 'formula', tex, layout, source: open + rest.slice(0, end) + close }
}

/** $x$, in one line, with no space inside its dollars. */
function inDollars(text: string, from: number): Formula | null {
  const rest = text.slice(from + 1, from + 1 + maxLength.inline)
  const before = text.slice(Math.max(0, from - 200), from)
  if (/^[\s$]|^$/.test(rest) || /[\p{L}\p{N}]$|:\/\/\S*$/u.test(before)) return null
  const end = /[^\s\\]\$|\n/.exec(rest)
  if (end === null || end[0] === '\n') return null
  const tex = rest.slice(0, end.index + 1)
  const next = rest.charAt(end.index + 2)
  // After a price comes the next price; after a variable the next variable. The $n$th is neither.
  const isFollowed = /[\d$]/.test(next) || (/\p{L}/u.test(next) && /\p{L}{2}/u.test(tex))
  return isFollowed || !looksLikeMath(tex) ? null : { type: 'formula', tex, layout: 'inline', source: `$${tex}$` }
}

/** Words alone are no formula, nor is a price with words after it. */
const looksLikeMath = (tex: string): boolean => /[\\^_=<>{}]/.test(tex) || !/\p{L}{3}/u.test(tex)

/** Where code ends, by where it begins: fences, and backticks in a line. */
function codeEnds(text: string): ReadonlyMap<number, number> {
  const runs = [...text.matchAll(/`+|~{3,}/g)].map(({ 0: run, index }) => ({ run, index, fence: isFence(text, index) }))
  const ends = new Map<number, number>()
  const next = new Map<string, number>()
  const nextFence = new Map<string, { readonly length: number; readonly end: number }[]>()
  for (const { run, index, fence } of runs.toReversed()) {
    const end = index + run.length
    if (fence && run.length >= 3) {
      const later = nextFence.get(run.charAt(0)) ?? []
      const close = later.findLast(({ length }) => length >= run.length)
      ends.set(index, close?.end ?? text.length)
      // Only bare fences close; of several, the nearest that is long enough counts.
      if (isBare(text, end)) {
        const kept = later.filter(({ length }) => length > run.length)
        nextFence.set(run.charAt(0), [...kept, { length: run.length, end }])
      }
    } else if (run.startsWith('`')) {
      const close = next.get(run)
      if (close !== undefined) ends.set(index, close)
      next.set(run, end)
    }
  }
  return ends
}

/** Only quotation marks, list marks and spaces stand before a fence in its line. */
const isFence = (text: string, index: number): boolean => {
  const line = text.slice(Math.max(0, index - 40), index)
  return /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/.test(line.slice(line.lastIndexOf('\n') + 1))
}

const isBare = (text: string, index: number): boolean => /^[ \t]*(?:\n|$)/.test(text.slice(index, index + 80))
