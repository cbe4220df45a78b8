import { localOwner } from 'longhand/internal/engine'
import type { Refusal, RequestFacts } from './request-facts.ts'
import { type Identity, maxTried, type SignIn, textOfKeys } from './sign-in.ts'

/** An owner, and whose keys their request is passed on with. */
export type ClientIdentity = Identity & { readonly keys: 'server' | 'client' }

/**
 * H4.21 our token in the place of a key stands for the keys of the server. Any other key is the client's own: on a
 * machine of one person it is enough, since whoever can call this machine's loopback is on it; where people share a
 * server it comes beside a token in a header of its own. Cookies count for nothing here: only pages have them.
 */
export async function authenticateClient(signIn: SignIn, request: RequestFacts): Promise<ClientIdentity | null> {
  const shown = [keyIn(request), request.apiKey].filter(key => key !== null && key !== '') as readonly string[]
  const known = (token: string) => signIn.authenticate({ ...request, authorization: `Bearer ${token}`, cookie: null })
  // Our token must not go on to a provider, however oddly it is written: what is not tried is not passed on.
  if (signIn.tokensIn(textOfKeys(request)).length > maxTried) return null
  const inTheirPlace = await firstOf(signIn.tokensIn(textOfKeys({ ...request, token: null })), known)
  if (request.token !== null) {
    const owner = await known(request.token)
    return owner && { ...owner, keys: shown.length === 0 || inTheirPlace !== null ? 'server' : 'client' }
  }
  if (inTheirPlace !== null) return { ...inTheirPlace, keys: 'server' }
  return shown.length > 0 && signIn.users === 'one' ? { owner: localOwner, expiresAt: null, keys: 'client' } : null
}

async function firstOf<Found>(keys: readonly string[], find: (key: string) => Promise<Found | null>) {
  for (const key of keys) {
    const found = await find(key)
    if (found !== null) return found
  }
  return null
}

/** Programs of others write the scheme as they like; RFC 9110 leaves its case open. */
const keyIn = ({ authorization }: RequestFacts): string | null =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null

/** H4.20 what a client is told that shows no key, or none that counts here. */
export const clientWithoutKey = (users: SignIn['users']): Refusal => ({
  status: 401,
  code: 'not-allowed',
  sentence:
    users === 'one'
      ? 'Send a key: Longhand’s token, which is in the file "token" of the data folder, or your provider’s own key.'
      : 'The token is missing, wrong or has expired. Send it as the key, or beside your own key in the header longhand-token.',
})
