import { randomBytes } from 'node:crypto'
import { localOwner } from 'longhand/internal/engine'
import { bearerOf, cookiesNamed, type SignIn } from './sign-in.ts'
import { cookieValue, sameSecret, sessionEnd } from './token.ts'

/** How long a browser stays signed in that does not come back. */
export type Session = { readonly days: number; readonly now: () => number }

export const defaultSessionDays = 30

const attributes = 'Path=/; HttpOnly; SameSite=Strict'

/**
 * One person on their own machine, known by the token, or by a cookie that was exchanged for a code. A code counts for as
 * long as the process runs: whoever opens the printed address in another browser is the same person.
 */
export function localSignIn(token: string, port: () => number, session: Partial<Session> = {}): SignIn {
  const { days = defaultSessionDays, now = Date.now } = session
  const codes = new Set<string>()
  // Cookies ignore ports: with one name, two servers on one machine would overwrite each other's.
  const name = () => `longhand-${port()}`
  const me = { owner: localOwner, expiresAt: null }
  const seconds = days * 24 * 60 * 60
  const freshCookie = () =>
    `${name()}=${cookieValue(token, now() + seconds * 1000)}; ${attributes}; Max-Age=${Math.floor(seconds)}`
  return {
    users: 'one',
    unauthenticated: `This browser is not signed in. ${howToSignIn}`,
    async authenticate(request) {
      const shown = bearerOf(request)
      if (shown !== null) return sameSecret(shown, token) ? me : null
      const ends = cookiesNamed(request, name()).flatMap(shown => sessionEnd(token, shown) ?? [])
      const leftMs = Math.max(...ends) - now()
      if (leftMs <= 0) return null
      // Whoever comes back now and then stays signed in.
      return leftMs < (seconds * 1000) / 2 ? { ...me, renewal: freshCookie() } : me
    },
    signInUrl(url) {
      const code = randomBytes(16).toString('base64url')
      codes.add(code)
      return `${url}/#c=${code}`
    },
    async exchangeCode(code) {
      return codes.has(code) ? { owner: localOwner, cookie: freshCookie() } : null
    },
    signOutCookie: () => `${name()}=; ${attributes}; Max-Age=0`,
  }
}

const howToSignIn = 'Open the address that the server printed when it started, or a new one that longhand open prints.'
