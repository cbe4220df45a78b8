import { LonghandError } from 'longhand'

/** What JSON text may look like: how deep it nests, how many keys it has, and how many things in all. */
export type Shape = { readonly depth: number; readonly keys: number; readonly things: number }

/** Looks at JSON text before it is parsed: from sign to sign, whatever is between them. One pass, no memory. */
export function checkShape(text: string, most: Shape): void {
  const signs = /["{}[\]:,]/g
  let depth = 0
  let keys = 0
  let things = 0
  for (let found = signs.exec(text); found !== null; found = signs.exec(text)) {
    const [sign] = found
    if (++things > most.things) bad(`holds more than ${most.things} things`)
    if (sign === '"') signs.lastIndex = endOfString(text, found.index)
    else if (sign === ':' && ++keys > most.keys) bad(`has more than ${most.keys} keys`)
    else if ((sign === '{' || sign === '[') && ++depth > most.depth) bad(`nests more than ${most.depth} levels deep`)
    else if (sign === '}' || sign === ']') depth--
  }
}

/** What follows the string that begins here; the end of the text when it does not end. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return at + 1
  }
  return text.length
}

const backslash = 92

function bad(what: string): never {
  throw new LonghandError('bad-request', `The request ${what}. Send something flatter.`)
}
