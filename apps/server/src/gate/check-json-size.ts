import { LonghandError } from 'longhand'

/** Limits for JSON text: nesting depth, number of keys, and number of values in all. */
export type JsonLimits = { readonly depth: number; readonly keys: number; readonly values: number }

/** Checks JSON text before it is parsed, by its punctuation alone, in one pass. */
export function checkJsonSize(text: string, limits: JsonLimits): void {
  const signs = /["{}[\]:,]/g
  let depth = 0
  let keys = 0
  let values = 0
  for (let found = signs.exec(text); found !== null; found = signs.exec(text)) {
    const [sign] = found
    if (++values > limits.values) refuseJson(`has more than ${limits.values} values`)
    if (sign === '"') signs.lastIndex = endOfString(text, found.index)
    else if (sign === ':' && ++keys > limits.keys) refuseJson(`has more than ${limits.keys} keys`)
    else if ((sign === '{' || sign === '[') && ++depth > limits.depth)
      refuseJson(`nests more than ${limits.depth} levels deep`)
    else if (sign === '}' || sign === ']') depth--
  }
}

/** The index after the string that starts here; the end of the text when it is not closed. */
function endOfString(text: string, start: number): number {
  const quote = text.indexOf('"', start + 1)
  if (quote < 0) return text.length
  if (text.charCodeAt(quote - 1) !== backslash) return quote + 1
  // A string may consist of nothing but escapes, where a loop is faster than repeated searches.
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === backslash) at++
    else if (sign === doubleQuote) return at + 1
  }
  return text.length
}

const backslash = 92
const doubleQuote = 34

function refuseJson(what: string): never {
  throw new LonghandError('bad-request', `The request ${what}. Send something simpler.`)
}
