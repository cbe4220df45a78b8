import type { Knock, Refusal } from './request-facts.ts'
import type { RouteRule } from './route-rule.ts'

/** Refuses what another website makes a browser send. A link to what is open to all may stand anywhere. */
export function checkOrigin(knock: Knock, names: ReadonlySet<string>, { access }: RouteRule): Refusal | null {
  const { method, origin, site, authorization } = knock
  if (origin !== null && !isOurs(origin, names)) return foreign
  if (access === 'open' && (method === 'GET' || method === 'HEAD')) return null
  if (site !== null && site !== 'same-origin' && site !== 'none') return foreign
  // Every browser says where a request comes from; a program that does not must show its token.
  return origin === null && site === null && authorization === null && access !== 'open' ? unsaid : null
}

function isOurs(origin: string, names: ReadonlySet<string>): boolean {
  const url = URL.parse(origin)
  return url !== null && url.origin === origin && /^https?:$/.test(url.protocol) && names.has(url.host)
}

const foreign: Refusal = {
  status: 403,
  code: 'not-allowed',
  sentence: 'Other websites may not speak to this server. Open it in a tab of its own.',
}

const unsaid: Refusal = {
  status: 401,
  code: 'not-allowed',
  sentence:
    'Send a token as "Authorization: Bearer …". On a machine of your own it is in the file "token" of the data folder.',
}
