/** How people sign in to a server. */
export type Auth = LocalAuth | JwtAuth

/** One person on their own machine, by the token of the data folder. */
type LocalAuth = { readonly mode: 'local' }

/** Many people, each by a token that an issuer has signed: Supabase, or any other with published keys. */
export type JwtAuth = {
  readonly mode: 'jwt'
  /** Where the issuer publishes its keys. */
  readonly jwks: string
  readonly issuer: string
  readonly audience: string
  /** Which signature algorithms are accepted; the token does not get to choose. */
  readonly algorithms: readonly Algorithm[]
  /** How far the issuer's clock may differ, in seconds. */
  readonly tolerance: number
}

/** Signatures by a key of which only the issuer has the secret half. */
export const signatures = ['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'EdDSA'] as const

type Algorithm = (typeof signatures)[number]

export const localAuth: LocalAuth = { mode: 'local' }

/** Defaults for the settings of an issuer. */
export const defaultJwt = { audience: 'authenticated', algorithms: ['ES256', 'RS256'], tolerance: 5 } as const
