import { randomBytes } from 'node:crypto'
import { localOwner } from 'longhand/internal/engine'
import { bearerOf, cookiesNamed, maxTried, type SignIn } from './sign-in.ts'
import { cookieValue, holdsSecret, sessionEnd } from './token.ts'
import { isAmong, type Tokens } from './tokens.ts'

/** How long a browser stays signed in that does not come back. */
export type Session = { readonly days: number; readonly now: () => number }

export const defaultSessionDays = 30

const attributes = 'Path=/; HttpOnly; SameSite=Strict'

/**
 * One person on their own machine, known by the token, or by a cookie that was exchanged for a code. A code counts for as
 * long as the process runs and the token stays: whoever opens the printed address in another browser is the same person.
 */
export function localSignIn(tokens: Tokens, port: () => number, session: Partial<Session> = {}): SignIn {
  const { days = defaultSessionDays, now = Date.now } = session
  const codes = new Map<string, string>()
  // Cookies ignore ports: with one name, two servers on one machine would overwrite each other's.
  const name = () => `longhand-${port()}`
  const me = (expiresAt: number | null) => ({ owner: localOwner, expiresAt })
  const seconds = days * 24 * 60 * 60
  const freshCookie = () =>
    `${name()}=${cookieValue(tokens.current(), now() + seconds * 1000)}; ${attributes}; Max-Age=${Math.floor(seconds)}`
  const tokensIn = (text: string) => {
    const lengths = tokens.all().map(({ token }) => token.length)
    // Some write base64 into the file by hand, with signs that end a word elsewhere.
    const words = new Set([...text.split(/[\s,;"']+/), ...text.split(/[^\w-]+/)])
    return [...words].filter(word => lengths.includes(word.length))
  }
  return {
    users: 'one',
    unauthenticated: `This browser is not signed in. ${howToSignIn}`,
    async authenticate(request) {
      const shown = bearerOf(request)
      if (shown !== null) {
        const known = isAmong(tokens, shown)
        return known && me(known.until)
      }
      const cookies = cookiesNamed(request, name())
        .filter(cookie => isSession.test(cookie))
        .slice(0, maxTried)
      for (const { token, until } of tokens.all()) {
        const ends = cookies.flatMap(cookie => sessionEnd(token, cookie) ?? [])
        const leftMs = Math.max(...ends) - now()
        if (leftMs <= 0) continue
        // Whoever comes back now and then stays signed in, unless the token that they came with is on its way out.
        return until === null && leftMs < (seconds * 1000) / 2 ? { ...me(null), renewal: freshCookie() } : me(until)
      }
      return null
    },
    tokensIn,
    holdsToken: text => tokens.all().some(({ token }) => holdsSecret(text, token)),
    // Comparing secrets takes less time than counting how often it was done.
    isUntried: () => false,
    signInUrl(url) {
      const code = randomBytes(16).toString('base64url')
      codes.set(code, tokens.current())
      return `${url}/#c=${code}`
    },
    async exchangeCode(code) {
      return codes.get(code) === tokens.current() ? { owner: localOwner, cookie: freshCookie() } : null
    },
    signOutCookie: () => `${name()}=; ${attributes}; Max-Age=0`,
  }
}

/** What a cookie of ours looks like. */
const isSession = /^\d{1,15}\.[\w-]{43}$/

const howToSignIn = 'Open the address that the server printed when it started, or a new one that longhand open prints.'
