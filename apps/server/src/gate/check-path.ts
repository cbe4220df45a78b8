import type { Refusal, RequestFacts } from './request-facts.ts'

/** Far above any address of ours. */
const maxLength = 2_048

/**
 * Refuses a path that can be written in another way too. Whoever decodes, cleans or folds paths differently than we do
 * (a proxy, a router, a log) would take it for another one; of the paths that are left, each has one spelling.
 */
export function checkPath({ target }: RequestFacts): Refusal | null {
  const path = pathIn(target)
  // What is no path at all (`*`, `http://…`) is turned away with those who meant another server.
  return !path.startsWith('/') || isCanonical(path) ? null : ambiguousPath
}

/** The path of a request target, as it was sent: what the gate looks at, and what the router is given. */
export const pathIn = (target: string): string => target.split('?', 1)[0]!

function isCanonical(path: string): boolean {
  if (path.length > maxLength || !plain.test(path) || path.includes('//')) return false
  if (path.split('/').some(segment => segment === '.' || segment === '..')) return false
  return (path.match(/(%[\da-f]{2})+/gi) ?? []).every(isNecessaryEncoding)
}

/** What may stand in a path by itself, and percent signs with two figures. */
const plain = /^(?:[\w\-.~!$&'()*+,=:@/]|%[\da-f]{2})*$/i

/** Whether bytes had to be encoded: they are UTF-8, and nothing in them means something to whoever decodes too much. */
function isNecessaryEncoding(encoded: string): boolean {
  try {
    return !/[\w\-.~/\\?#%;\p{Cc}]/u.test(decodeURIComponent(encoded))
  } catch {
    return false
  }
}

/** What is said to a request that is refused for its path. */
export const ambiguousPath: Refusal = {
  status: 400,
  code: 'bad-request',
  sentence: 'This path is ambiguous. Send it without dots, double slashes or unnecessary encoding.',
}
