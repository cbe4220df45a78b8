import { LonghandError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'

/** What became of a text that should be JSON. `problem` never quotes the text: it may be private. */
export type Parsed = { readonly value: Json } | { readonly problem: string }

/** Deeper than any real message, and shallow enough for everything that walks a value by recursion. */
const deepest = 200

/** More than any real transcript of a size that is taken, and few enough to be held in memory. */
const most = 4_000_000

export function parseJson(text: string): Parsed {
  const { depth, values } = sizeOf(text)
  if (depth > deepest) return { problem: `is nested ${depth} levels deep; at most ${deepest} can be read` }
  if (values > most) return { problem: `holds more than ${most} values` }
  try {
    return { value: JSON.parse(text) as Json }
  } catch (error) {
    return { problem: `is not JSON${whereIn(error)}` }
  }
}

/** The value of a text that must be JSON, or a sentence. */
export function readJson(text: string): Json {
  const parsed = parseJson(text)
  if ('value' in parsed) return parsed.value
  throw new LonghandError('bad-request', `The request ${parsed.problem}.`)
}

/** How deep the brackets of a JSON text go. Brackets inside strings don't count. */
export const nesting = (text: string): number => sizeOf(text).depth

/** How deep a JSON text goes, and about how many values it holds: what makes it large in memory. */
function sizeOf(text: string): { readonly depth: number; readonly values: number } {
  let depth = 0
  let deepestYet = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === comma || code === colon) values++
    else if (code === openBrace || code === openBracket) {
      values++
      deepestYet = Math.max(deepestYet, ++depth)
    } else if (code === closeBrace || code === closeBracket) depth--
  }
  return { depth: deepestYet, values }
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

function endOfString(text: string, from: number): number {
  let at = text.indexOf('"', from + 1)
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at === -1 ? text.length : at
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text.charCodeAt(at - 1 - slashes) === backslash) slashes++
  return slashes % 2 === 1
}

function whereIn(error: unknown): string {
  const found = /\(line (\d+) column (\d+)\)/.exec(String(error))
  return found === null ? '' : ` (line ${found[1]}, column ${found[2]})`
}
