import { randomBytes } from 'node:crypto'
import { localOwner } from 'longhand/internal/engine'
import { bearerOf, cookiesNamed, type SignIn } from './sign-in.ts'
import { cookieValue, sameSecret } from './token.ts'

/**
 * One person on their own machine, known by the token, or by a cookie that was exchanged for a code. A code counts for as
 * long as the process runs: whoever opens the printed address in another browser is the same person.
 */
export function localSignIn(token: string, port: () => number): SignIn {
  const codes = new Set<string>()
  // Cookies ignore ports: with one name, two servers on one machine would overwrite each other's.
  const name = () => `longhand-${port()}`
  const value = cookieValue(token)
  const me = { owner: localOwner, expiresAt: null }
  return {
    users: 'one',
    unauthenticated: `This browser is not signed in. ${howToSignIn}`,
    async authenticate(request) {
      const shown = bearerOf(request)
      if (shown !== null) return sameSecret(shown, token) ? me : null
      return cookiesNamed(request, name()).some(shown => sameSecret(shown, value)) ? me : null
    },
    signInUrl(url) {
      const code = randomBytes(16).toString('base64url')
      codes.add(code)
      return `${url}/#c=${code}`
    },
    async exchangeCode(code) {
      if (!codes.has(code)) return null
      return `${name()}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000`
    },
  }
}

const howToSignIn = 'Open the address that the server printed when it started, or a new one that longhand open prints.'
