import { randomBytes } from 'node:crypto'
import { localOwner } from 'longhand/engine'
import type { Knock } from './knock.ts'
import { cookieValue, sameSecret } from './token.ts'

/** Who is asking, and how someone becomes known. */
export type SignIn = {
  /** The owner that a request may act for; null when it has shown nothing that counts. */
  ownerOf(knock: Knock): Promise<string | null>
  /** A code that signs in one browser, for the address that is printed. */
  newCode(): string
  /** The Set-Cookie header for a code, once. */
  exchange(code: string): string | null
}

/** How long a printed address can be used. */
const codeMs = 10 * 60_000

/** One person on their own machine: whoever has the token, or a cookie that was given for a code. */
export function localSignIn(token: string, port: () => number, now: () => number = Date.now): SignIn {
  const codes = new Map<string, number>()
  // Cookies know no ports: without it in the name two servers on one machine would sign each other's people out.
  const name = () => `longhand-${port()}`
  const value = cookieValue(token)
  return {
    async ownerOf({ authorization, cookie }) {
      const shown = authorization === null ? null : (/^Bearer (\S+)$/.exec(authorization)?.[1] ?? '')
      if (shown !== null) return sameSecret(shown, token) ? localOwner : null
      return sameSecret(cookieNamed(cookie, name()) ?? '', value) ? localOwner : null
    },
    newCode() {
      const code = randomBytes(16).toString('base64url')
      codes.set(code, now() + codeMs)
      return code
    },
    exchange(code) {
      const until = codes.get(code)
      codes.delete(code)
      if (until === undefined || until < now()) return null
      return `${name()}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000`
    },
  }
}

function cookieNamed(header: string | null, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name) return value ?? null
  }
  return null
}
