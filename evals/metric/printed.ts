import type { Json } from '../../packages/longhand/src/core/json.ts'
import type { RecordedMessage } from '../corpus.ts'

/** A line as a model reads it, and whose it is. Names of parameters are not printed: they are the tool's, not the talk's. */
export type PrintedLine = { readonly text: string; readonly kind: 'said' | 'argument' | 'output' }

/** The lines of a message: its words, the values of its calls, or what a tool answered. Thoughts are not kept by providers. */
export function printed({ role, content, toolCalls = [] }: RecordedMessage): readonly PrintedLine[] {
  const kind = role === 'tool' ? 'output' : 'said'
  const words = linesOf(content).map(text => ({ text, kind }) as const)
  return [
    ...words,
    ...toolCalls.flatMap(({ args }) => callLines(args)).map(text => ({ text, kind: 'argument' }) as const),
  ]
}

/** The short values of a call stand on one line, as a person would write it; long ones line by line. */
function callLines(args: Json): readonly string[] {
  const values = leaves(args)
  const isShort = (value: string) => value.length <= 160 && !value.includes('\n')
  const head = values.filter(isShort).join(' ')
  return [...linesOf(head), ...values.filter(value => !isShort(value)).flatMap(linesOf)]
}

function leaves(value: Json): readonly string[] {
  if (value === null || typeof value === 'boolean') return []
  if (typeof value !== 'object') return [String(value)]
  return Object.values(value).flatMap(leaves)
}

/** Nothing on a line of a minified file is related because it is on one line, so long lines are read in stretches. */
const stretch = 600

export function linesOf(text: string): readonly string[] {
  return text.split('\n').flatMap(raw => stretches(raw.trim()))
}

/** A stretch ends where a word ends: half a name is none. */
function stretches(line: string): readonly string[] {
  const found: string[] = []
  let from = 0
  while (line.length - from > stretch) {
    const end = line.slice(from, from + stretch).search(/[\s"',;(){}<>][^\s"',;(){}<>]*$/) + 1
    const length = end > stretch / 2 ? end : stretch
    found.push(line.slice(from, from + length).trim())
    from += length
  }
  return [...found, line.slice(from).trim()].filter(part => part !== '')
}
