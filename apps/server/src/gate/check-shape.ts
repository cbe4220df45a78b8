import { LonghandError } from 'longhand'

/** Far above any real request, far below what makes a serialiser overflow. */
const deepest = 64

/** Looks at JSON text before it is parsed: how deep it nests and how many keys it has. One pass, no memory. */
export function checkShape(text: string, mostKeys: number): void {
  let depth = 0
  let keys = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (quoted) {
      if (sign === backslash) at++
      else if (sign === quote) quoted = false
    } else if (sign === quote) quoted = true
    else if (sign === openBrace || sign === openBracket) depth++
    else if (sign === closeBrace || sign === closeBracket) depth--
    else if (sign === colon) keys++
    if (depth > deepest) bad(`nests more than ${deepest} levels deep`)
    if (keys > mostKeys) bad(`has more than ${mostKeys} keys`)
  }
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, colon] = Array.from('"\\{}[]:', sign =>
  sign.charCodeAt(0),
)

function bad(what: string): never {
  throw new LonghandError('bad-request', `The request ${what}. Send something flatter.`)
}
