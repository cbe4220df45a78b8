import { isGuarded, type Knock, type Refusal } from './knock.ts'

/** Refuses what another website makes a browser send. */
export function checkOrigin(knock: Knock, names: ReadonlySet<string>): Refusal | null {
  const { origin, site, authorization } = knock
  if (origin !== null && !isOurs(origin, names)) return foreign
  if (!isGuarded(knock) && knock.method === 'GET') return null
  if (site !== null && site !== 'same-origin' && site !== 'none') return foreign
  // Every browser says where a request comes from; a program that does not must show its token.
  return origin === null && site === null && authorization === null && isGuarded(knock) ? unsaid : null
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
