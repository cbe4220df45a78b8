import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { LonghandError } from 'longhand'
import type { RelayState } from 'longhand/internal/relay'
import type { SignIn } from '../gate/sign-in.ts'
import type { Upstream, UpstreamProtocol } from '../models/upstreams.ts'

type Header = readonly [name: string, value: string]

/** Headers between two machines, and what is ours or about who the client is. */
const notPassedOn =
  /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length|cookie|authorization|x-api-key|api-key|x-goog-api-key|longhand-.*|forwarded|x-forwarded-.*|x-real-ip|origin|referer|sec-.*|accept-encoding)$/i

/** Whose key a request goes on with, and to whom. */
type Keys = {
  readonly upstream: Upstream
  readonly protocol: UpstreamProtocol
  readonly keys: 'server' | 'client'
  readonly signIn: Pick<SignIn, 'holdsToken'>
}

/** The headers of a client as they go on, with the right key. The answer has to be readable on its way back. */
export function headersUpstream({ rawHeaders, headers }: IncomingMessage, whose: Keys): readonly Header[] {
  const passed = betweenEnds(headerPairs(rawHeaders)).filter(([name]) => !notPassedOn.test(name))
  const all = whose.keys === 'client' ? [...passed, ...keysOfClient(headers)] : passed
  // H4.21 our token may stand in any of them.
  const holdsToken = (value: string) => whose.signIn.holdsToken(spellings(value))
  const isHeld = holdsToken(all.map(([, value]) => value).join(' '))
  return [
    ...(isHeld ? all.filter(([, value]) => !holdsToken(value)) : all),
    ['accept-encoding', 'identity'],
    ...(whose.keys === 'server' ? keyOfServer(whose) : []),
  ]
}

/** A text as it is, without escapes, and with what is base64 in it. */
function spellings(text: string): string {
  const plain = text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return `${text} ${plain === text ? '' : plain} ${decoded(plain)}`
}

/** What words say that are base64, as a name and a password are for `Basic`. */
const decoded = (value: string): string =>
  (value.match(/[\w+/-]{16,}/g) ?? []).map(word => Buffer.from(word, 'base64').toString('latin1')).join(' ')

/** Headers as they came, each with its name in lower case. */
export const headerPairs = (raw: readonly string[]): readonly Header[] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1]!] as const] : []))

/** H4.21 what a client asks for must not name our token either: whoever logs addresses would have it. */
export function checkTokenFree(target: string, { holdsToken }: Pick<SignIn, 'holdsToken'>): void {
  if (target.length > 1 && holdsToken(spellings(target)))
    throw new LonghandError('bad-request', 'Longhand’s token is in the address. Send it as the key, in a header.')
}

/** The keys that a client brings, each under the header in which it goes on. */
export const keysOfClient = (headers: IncomingHttpHeaders): readonly Header[] =>
  ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'].flatMap((name): readonly Header[] => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })

function keyOfServer({ upstream, protocol }: Keys): readonly Header[] {
  if (upstream.key === null) return []
  return protocol === 'anthropic' && upstream.name === 'anthropic'
    ? [['x-api-key', upstream.key]]
    : [['authorization', `Bearer ${upstream.key}`]]
}

/** Headers of a provider that are about its own connection. */
const ofConnection =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|longhand-.*)$/i

/** Headers about its own site: a browser would take them for ours. They lead it elsewhere, empty what our page has stored, open it to other sites, ask for a login or tell of one, pin keys, or have it load and report. */
const ofSite: ReadonlySet<string> = new Set([
  ...[
    'alt-svc',
    'strict-transport-security',
    'set-cookie',
    'set-cookie2',
    'clear-site-data',
    'activate-storage-access',
  ],
  ...[
    'location',
    'content-location',
    'refresh',
    'link',
    'speculation-rules',
    'use-as-dictionary',
    'supports-loading-mode',
  ],
  ...['www-authenticate', 'authentication-info', 'timing-allow-origin', 'origin-agent-cluster', 'origin-trial'],
  ...['content-security-policy-report-only', 'permissions-policy-report-only', 'feature-policy', 'document-policy'],
  ...['report-to', 'reporting-endpoints', 'nel', 'sourcemap', 'x-sourcemap', 'accept-ch', 'critical-ch'],
  ...['set-login', 'expect-ct', 'public-key-pins', 'public-key-pins-report-only', 'x-dns-prefetch-control'],
])
const ofSiteByBeginning = /^(access-control|cross-origin|service-worker)-/

/** Headers that a proxy before us would obey: it would answer with a file or an address of its own, or hold the answer back. */
const ofProxy = /^x-(accel|sendfile|lighttpd|litespeed|reproxy)(-|$)/

/** H4.4 the provider's headers, as they go back: all but these, since every provider has its own that clients read. */
export const headersBack = (headers: readonly Header[]): readonly Header[] =>
  betweenEnds(headers).filter(([name]) => !ofSite.has(name) && !patternsKeptBack.some(kept => kept.test(name)))

const patternsKeptBack: readonly RegExp[] = [ofConnection, ofSiteByBeginning, ofProxy]

/** Without what is only for the next machine, by the word of its sender. */
function betweenEnds(headers: readonly Header[]): readonly Header[] {
  const named = headers.flatMap(([name, value]) => (name === 'connection' ? value.toLowerCase().split(/[\s,]+/) : []))
  return headers.filter(([name]) => !named.includes(name))
}

/** What is told of a request that was passed on. */
type Told = {
  readonly state: RelayState
  /** What could not be stored is stored with the next one. */
  readonly write: 'stored' | 'failed'
  /** From the last byte of the request to the call to the provider. */
  readonly ownMs: number
}

/** H4.19 what became of a request, for whoever reads headers. */
export async function headersOfRelay({ state, write, ownMs }: Told): Promise<readonly Header[]> {
  const timing = ['server-timing', `longhand;dur=${ownMs.toFixed(1)}`] as const
  if (state.type === 'passed') return [['longhand-relay', `passed-through; why=${state.reason}`], timing]
  const { conversation, compaction } = state
  const status = await state.status()
  const share = status.share === null ? '' : `; share=${status.share.toFixed(2)}`
  const window = status.window === null ? '' : `; window=${status.window}`
  return [
    ['longhand-relay', write === 'stored' ? 'kept' : 'kept-later; why=storage'],
    ['longhand-conversation', conversation],
    ['longhand-window', `used=${status.used}${window}${share}; level=${status.level}; source=${status.source}`],
    ...(compaction === null
      ? []
      : [['longhand-compaction', `version=${compaction.version}; folded=${compaction.folded}`] as const]),
    timing,
  ]
}
