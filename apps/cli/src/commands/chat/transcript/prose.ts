import { type Line, line, type Span, type Style, span } from '../../../text/line.ts'
import { chop, wrap } from '../../../text/wrap.ts'

/** A person's text as it was written, only wrapped. */
export const plainProse = (text: string, columns: number, style: Style = 'plain'): readonly Line[] =>
  rowsOf(text).flatMap(row => wrap(line(span(row, style)), columns))

/** What a model wrote in Markdown. Line by line: a line that is finished never looks different later. */
export function prose(text: string, columns: number): readonly Line[] {
  let fence: string | null = null
  return rowsOf(text).flatMap((row): readonly Line[] => {
    const mark: string | undefined = /^\s*(`{3,}|~{3,})/.exec(row)?.[1]
    if (fence !== null) {
      if (mark === undefined || !mark.startsWith(fence)) return codeLines(row, columns)
      fence = null
      return []
    }
    if (mark === undefined) return textLines(row, columns)
    fence = mark
    const label = row.trim().slice(mark.length).trim()
    return label === '' ? [] : [line('  ', span(label, 'label'))]
  })
}

const rowsOf = (text: string): readonly string[] => text.split('\n').map(row => row.trimEnd())

const codeLines = (row: string, columns: number): readonly Line[] =>
  chop(row, columns - 2).map(piece => line(`  ${piece}`))

function textLines(row: string, columns: number): readonly Line[] {
  const heading = /^#{1,6}\s+(?!\s)(.*)$/.exec(row)
  if (heading !== null) return wrap(line(span(bare(heading[1]!), 'strong')), columns)
  const item = /^(\s*)([-*+]|\d{1,3}[.)])\s+(?!\s)(.*)$/.exec(row)
  if (item === null) return wrap(inline(row), columns)
  const [, indent = '', bullet = '', words = ''] = item
  const lead = `${indent}${/^\d/.test(bullet) ? bullet : '–'} `
  return wrap(inline(words), Math.max(4, columns - lead.length)).map((piece, at) =>
    line(at === 0 ? lead : ' '.repeat(lead.length), ...piece),
  )
}

/** Bold words and code inside a sentence; everything else stays as the model wrote it. */
function inline(row: string): Line {
  const spans: Span[] = []
  let from = 0
  for (const match of row.matchAll(/\*\*([^*]+)\*\*|`([^`]+)`/g)) {
    spans.push(span(row.slice(from, match.index)), span(match[1] ?? match[2]!, 'strong'))
    from = match.index + match[0].length
  }
  spans.push(span(row.slice(from)))
  return spans.filter(({ text }) => text !== '')
}

const bare = (words: string): string => words.replace(/\*\*|`|\s#+$/g, '')
