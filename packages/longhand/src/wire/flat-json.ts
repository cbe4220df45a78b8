/**
 * A JSON text in which nothing nests deeper than so many levels: what does stands there as a text of its own. Deeper
 * values end whoever goes through them by calling themselves. Whether what is cut out is JSON is not looked at.
 */
export function flatJson(text: string, maxDepth: number): string {
  const pieces: string[] = []
  let depth = 0
  // What was taken over, and where the value began that is too deep.
  let taken = 0
  let deepFrom = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openBrace || code === openBracket) {
      if (++depth === maxDepth + 1) deepFrom = at
    } else if ((code === closeBrace || code === closeBracket) && depth-- === maxDepth + 1) {
      pieces.push(text.slice(taken, deepFrom), JSON.stringify(text.slice(deepFrom, at + 1)))
      taken = at + 1
    }
  }
  return taken === 0 ? text : pieces.join('') + text.slice(taken)
}

/** Where the string ends that begins at a place: at its last quote. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return at
  }
  return text.length
}

const quote = 0x22
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
