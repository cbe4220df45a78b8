import { randomBytes } from 'node:crypto'
import { localOwner } from 'longhand/internal/engine'
import { bearerOf, cookiesNamed, type SignIn } from './sign-in.ts'
import { cookieValue, sameSecret } from './token.ts'

/** How long a printed address can be used. */
const codeMs = 10 * 60_000

/** One person on their own machine, known by the token, or by a cookie that was exchanged for a code. */
export function localSignIn(token: string, port: () => number, now: () => number = Date.now): SignIn {
  const codes = new Map<string, number>()
  // Cookies ignore ports: with one name, two servers on one machine would overwrite each other's.
  const name = () => `longhand-${port()}`
  const value = cookieValue(token)
  const me = { owner: localOwner, expiresAt: null }
  return {
    users: 'one',
    unauthenticated: 'This browser is not signed in. Open the address that the server printed.',
    async authenticate(request) {
      const shown = bearerOf(request)
      if (shown !== null) return sameSecret(shown, token) ? me : null
      return cookiesNamed(request, name()).some(shown => sameSecret(shown, value)) ? me : null
    },
    signInUrl(url) {
      const code = randomBytes(16).toString('base64url')
      codes.set(code, now() + codeMs)
      return `${url}/#c=${code}`
    },
    async exchangeCode(code) {
      const until = codes.get(code)
      codes.delete(code)
      if (until === undefined || until < now()) return null
      return `${name()}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000`
    },
  }
}
