import { createHash } from 'node:crypto'
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LonghandError } from 'longhand'
import type { JwtAuth } from './auth.ts'
import { bearerOf, cookiesNamed, type Identity, type SignIn, textOfKeys } from './sign-in.ts'

/** The `__Host-` prefix: only over https, and no sibling domain can set it. */
const cookie = '__Host-longhand'

const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict'

/**
 * Many people, each known by a token that an issuer has signed. A browser hands its token in once, as the code of an
 * address (`/#c=…`), and goes on with a cookie that ends when the token does.
 */
export function jwtSignIn(auth: JwtAuth, now: () => number = Date.now): SignIn {
  const keys = keysOf(auth.jwks)
  const good = new Set<string>()
  const isOurs = (token: string) => isSigned.test(token) && issuerIn(token) === auth.issuer
  const tokensIn = (text: string) => [...new Set(Array.from(text.matchAll(signed), ([, word]) => word!))].filter(isOurs)
  const read = async (token: string): Promise<Identity | null> => {
    if (!isOurs(token)) return null
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: auth.issuer,
        audience: auth.audience,
        algorithms: [...auth.algorithms],
        clockTolerance: auth.tolerance,
        requiredClaims: ['sub', 'exp'],
        currentDate: new Date(now()),
      })
      good.add(endOf(token))
      if (good.size > maxGood) good.delete(good.keys().next().value!)
      return identityOf(payload)
    } catch (error) {
      if (error instanceof errors.JOSEError && !isUnreachable(error)) return null
      throw unreachable(error)
    }
  }
  return {
    users: 'many',
    unauthenticated: 'The token is missing, wrong or has expired. Sign in again.',
    async authenticate(request) {
      const token = bearerOf(request) ?? cookiesNamed(request, cookie)[0]
      return token === undefined ? null : read(token)
    },
    tokensIn,
    holdsToken: text => tokensIn(text).length > 0,
    isUntried(request) {
      const shown = `${textOfKeys(request)} ${cookiesNamed(request, cookie)[0] ?? ''}`
      return tokensIn(shown).some(token => !good.has(endOf(token)))
    },
    signInUrl: url => url,
    async exchangeCode(code) {
      const known = await read(code)
      if (known === null) return null
      const seconds = Math.floor((known.expiresAt! - now()) / 1000)
      return { owner: known.owner, cookie: `${cookie}=${code}; ${attributes}; Max-Age=${seconds}` }
    },
    signOutCookie: () => `${cookie}=; ${attributes}; Max-Age=0`,
  }
}

/** So many sessions are known to be good; whoever is not among them waits like someone new. */
const maxGood = 20_000

/** The end of a signature, which nobody has who lacks the token. */
const endOf = (token: string): string => token.slice(-43)

/** Three words with dots between them, the last as long as a signature. They may follow other words and dots. */
const signed = /(?<![\w-])(?=([\w-]+\.[\w-]+\.[\w-]{43,}))/g
const isSigned = /^[\w-]+\.[\w-]+\.[\w-]{43,}$/

/** Who says to have signed a token; null when it does not say. */
function issuerIn(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())?.iss
  } catch {
    return null
  }
}

/** The issuer's keys. When they cannot be fetched again, those that were fetched last still count. */
function keysOf(url: string): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(new URL(url), { timeoutDuration: 5_000 })
  return async (header, token) => {
    try {
      return await remote(header, token)
    } catch (error) {
      const last = remote.jwks()
      if (last === undefined || !isUnreachable(error)) throw error
      return createLocalJWKSet(last)(header, token)
    }
  }
}

const tokenFaults: readonly string[] = [
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
  'ERR_JOSE_NOT_SUPPORTED',
]

/** Whether the keys could not be fetched; any other error is the token's fault. */
function isUnreachable(error: unknown): boolean {
  const code = error instanceof errors.JOSEError ? error.code : 'network'
  return !tokenFaults.includes(code) && !/^ERR_(JWT|JWS|JOSE_ALG)_/.test(code)
}

const unreachable = (cause: unknown): LonghandError =>
  new LonghandError('unreachable', 'The keys of the token issuer cannot be fetched. Try again in a moment.', { cause })

function identityOf({ sub, exp, iss }: JWTPayload): Identity | null {
  if (typeof sub !== 'string' || sub === '') return null
  return { owner: isUuid.test(sub) ? sub.toLowerCase() : uuidFor(`${iss} ${sub}`), expiresAt: exp! * 1000 }
}

const isUuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Storage knows owners by UUIDs; other subjects are mapped to a stable one. */
function uuidFor(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
