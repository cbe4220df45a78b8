import { localOwner } from 'longhand/internal/engine'
import type { RequestFacts } from './request-facts.ts'
import { bearerOf, type Identity, type SignIn } from './sign-in.ts'

/** An owner, and whose keys their request is passed on with. */
export type ClientIdentity = Identity & { readonly keys: 'server' | 'client' }

/**
 * H4.21 our token in the place of a key stands for the keys of the server. Any other key is the client's own: on a
 * machine of one person it is enough, since whoever can call this machine's loopback is on it; where people share a
 * server it comes beside a token in a header of its own. Cookies count for nothing here: only pages have them.
 */
export async function authenticateClient(signIn: SignIn, request: RequestFacts): Promise<ClientIdentity | null> {
  const shown = [bearerOf(request), request.apiKey].filter(key => key !== null && key !== '') as readonly string[]
  const known = (token: string) => signIn.authenticate({ ...request, authorization: `Bearer ${token}`, cookie: null })
  if (request.token !== null) {
    const owner = await known(request.token)
    return owner && { ...owner, keys: shown.length === 0 ? 'server' : 'client' }
  }
  for (const key of shown) {
    const owner = await known(key)
    if (owner !== null) return { ...owner, keys: 'server' }
  }
  return shown.length > 0 && signIn.users === 'one' ? { owner: localOwner, expiresAt: null, keys: 'client' } : null
}
