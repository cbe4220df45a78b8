import type { Refusal, RequestFacts } from './request-facts.ts'

/** Far longer than any path of ours. */
const maxLength = 2_048

/**
 * Refuses a path that has more than one spelling: a proxy, a router or a log that decodes or normalises paths differently
 * would take it for another one.
 */
export function checkPath({ target }: RequestFacts): Refusal | null {
  const path = pathIn(target)
  // What is not a path (`*`, `http://…`) is refused by the host check.
  return !path.startsWith('/') || isCanonical(path) ? null : ambiguousPath
}

/** The path of a request target, as it was sent: what the gate looks at, and what the router is given. */
export const pathIn = (target: string): string => target.split('?', 1)[0]!

function isCanonical(path: string): boolean {
  if (path.length > maxLength || !plain.test(path) || path.includes('//')) return false
  if (path.split('/').some(segment => segment === '.' || segment === '..')) return false
  return (path.match(/(%[\da-f]{2})+/gi) ?? []).every(isNecessaryEncoding)
}

/** Characters that need no encoding, and percent-encoded bytes. */
const plain = /^(?:[\w\-.~!$&'()*+,=:@/]|%[\da-f]{2})*$/i

/** Whether bytes had to be encoded: they are UTF-8, and decoding them twice changes nothing. */
function isNecessaryEncoding(encoded: string): boolean {
  try {
    return !/[\w\-.~/\\?#%;\p{Cc}]/u.test(decodeURIComponent(encoded))
  } catch {
    return false
  }
}

export const ambiguousPath: Refusal = {
  status: 400,
  code: 'bad-request',
  sentence: 'This path is ambiguous. Send it without dots, double slashes or unnecessary encoding.',
}
