import type { RequestFacts } from './request-facts.ts'

/** How requests are authenticated. */
export type SignIn = {
  /** Who a request comes from; null when it carries no valid credentials. */
  authenticate(request: RequestFacts): Promise<Identity | null>
  /** The words of a text that have the shape of a token: all others are known to be none without a secret. */
  tokensIn(text: string): readonly string[]
  /** H4.21 whether a text holds what may be one of them, whatever it is glued to: it goes to no provider. */
  holdsToken(text: string): boolean
  /** Whether it takes work to tell if a request's credentials are good, because they were never found so. */
  isUntried(request: RequestFacts): boolean
  /** A URL that signs browsers in, where a URL can. */
  signInUrl(url: string): string
  /** Whom a code signs in, and the Set-Cookie header that does; null for an invalid one. */
  exchangeCode(code: string): Promise<SignedIn | null>
  /** The Set-Cookie header that signs a browser out. */
  signOutCookie(): string
  /** Whether there is one user or many. */
  readonly users: 'one' | 'many'
  /** The message for requests that are not authenticated. */
  readonly unauthenticated: string
}

/** A browser that was signed in. */
export type SignedIn = { readonly owner: string; readonly cookie: string }

/** An authenticated owner. */
export type Identity = {
  readonly owner: string
  /** When it expires; null when it does not. */
  readonly expiresAt: number | null
  /** The Set-Cookie header for a session that goes on. */
  readonly renewal?: string
}

/** The bearer token; empty when the header holds something else, null when there is none. */
export function bearerOf({ authorization }: RequestFacts): string | null {
  return authorization === null ? null : (/^Bearer (\S+)$/.exec(authorization)?.[1] ?? '')
}

/** All that stands where clients put keys. */
export const textOfKeys = ({ authorization, apiKey, otherKeys, token }: RequestFacts): string =>
  [authorization, apiKey, otherKeys, token].filter(one => one !== null).join(' ')

/** S so many words are tried as tokens: one beside a key of the client's own. */
export const maxTried = 2

/** The values of a cookie: another program on the same host can have planted one beside ours, even before it. */
export function cookiesNamed({ cookie }: RequestFacts, name: string): readonly string[] {
  const pairs = (cookie?.split(';') ?? []).map(pair => pair.trim().split('=', 2))
  return pairs.filter(([key]) => key === name).map(([, value = '']) => value)
}
