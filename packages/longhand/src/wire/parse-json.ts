import { LonghandError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'

/** The result of parsing JSON. `problem` never quotes the text: it may be private. */
export type ParsedJson = { readonly value: Json } | { readonly problem: string }

/** Deeper than any real message, and shallow enough for recursive functions. */
const maxDepth = 200

/** More than any real transcript of an accepted size, and few enough to fit in memory. */
const maxValues = 4_000_000

export function parseJson(text: string): ParsedJson {
  const { depth, values } = sizeOf(text)
  if (depth > maxDepth) return { problem: `is nested ${depth} levels deep; at most ${maxDepth} can be read` }
  if (values > maxValues) return { problem: `holds more than ${maxValues} values` }
  try {
    return { value: JSON.parse(text) as Json }
  } catch (error) {
    return { problem: `is not JSON${whereIn(error)}` }
  }
}

/** The value of a text that must be JSON; throws otherwise. */
export function readJson(text: string): Json {
  const parsed = parseJson(text)
  if ('value' in parsed) return parsed.value
  throw new LonghandError('bad-request', `The request ${parsed.problem}.`)
}

/** How deep the brackets of a JSON text go outside strings, and about how many values it holds. */
function sizeOf(text: string): { readonly depth: number; readonly values: number } {
  let depth = 0
  let maxDepthSeen = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === comma || code === colon) values++
    else if (code === openBrace || code === openBracket) {
      values++
      maxDepthSeen = Math.max(maxDepthSeen, ++depth)
    } else if (code === closeBrace || code === closeBracket) depth--
  }
  return { depth: maxDepthSeen, values }
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
