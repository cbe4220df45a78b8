import type { Refusal, RequestFacts } from './request-facts.ts'
import type { RouteRule } from './route-rule.ts'

/** Refuses requests that another website makes a browser send. Links to public routes are fine anywhere. */
export function checkOrigin(request: RequestFacts, names: ReadonlySet<string>, rule: RouteRule): Refusal | null {
  const { method, origin, site } = request
  const { access } = rule
  if (origin === 'null' && rule.framed && method === 'GET') return null
  if (origin !== null && !isOwnOrigin(origin, names)) return crossSite
  if (access === 'open' && (method === 'GET' || method === 'HEAD')) return null
  if (site !== null && site !== 'same-origin' && site !== 'none') return crossSite
  // Every browser says where a request comes from; a program that does not must show its token. Clients of the relay are
  // known by nothing but their keys, which are asked for next.
  const isByCookie = access === 'owner' || access === 'operator'
  return origin === null && site === null && request.authorization === null && isByCookie ? missingToken : null
}

function isOwnOrigin(origin: string, names: ReadonlySet<string>): boolean {
  const url = URL.parse(origin)
  return url !== null && url.origin === origin && /^https?:$/.test(url.protocol) && names.has(url.host)
}

const crossSite: Refusal = {
  status: 403,
  code: 'not-allowed',
  sentence: 'Other websites may not call this server. Open it in a tab of its own.',
}

const missingToken: Refusal = {
  status: 401,
  code: 'not-allowed',
  sentence:
    'Send a token as "Authorization: Bearer …". On a machine of your own it is in the file "token" of the data folder.',
}
