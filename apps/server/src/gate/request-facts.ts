import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from 'longhand'

/** What a request claims, before anything is trusted. */
export type RequestFacts = {
  readonly method: string
  /** As it was on the request line: a path, or anything else. */
  readonly target: string
  /** All Host headers: a proxy and a server could read different ones. */
  readonly hosts: readonly string[]
  readonly origin: string | null
  /** Sec-Fetch-Site: where the browser says that the request comes from. */
  readonly site: string | null
  readonly contentType: string | null
  readonly encoding: string | null
  /** Whether bytes follow the headers. */
  readonly hasBody: boolean
  readonly authorization: string | null
  /** X-Api-Key: where clients of Anthropic put their key. */
  readonly apiKey: string | null
  /** Where clients of others put their key: Api-Key of Azure, X-Goog-Api-Key of Google. */
  readonly otherKeys: string | null
  /** Longhand-Token: who a client is that sends a key of its own. */
  readonly token: string | null
  readonly cookie: string | null
  /** Where the connection comes from; empty when unknown. */
  readonly address: string
  /** X-Forwarded-For: where proxies say that it comes from. */
  readonly forwarded: string | null
}

/** Why a request is refused. */
export type Refusal = {
  readonly status: 400 | 401 | 402 | 403 | 404 | 405 | 415 | 421 | 429 | 503 | 507
  readonly code: ErrorCode
  readonly sentence: string
  readonly retryAfterMs?: number
  /** The allowed methods, when another was used. */
  readonly allow?: string
}

export function readRequestFacts(request: Request, incoming: IncomingMessage | undefined): RequestFacts {
  const { headers } = request
  return {
    method: request.method,
    target: targetOf(request, incoming),
    hosts: incoming === undefined ? [headers.get('host') ?? ''] : hostsIn(incoming.rawHeaders),
    origin: headers.get('origin'),
    site: headers.get('sec-fetch-site'),
    contentType: headers.get('content-type'),
    encoding: headers.get('content-encoding'),
    hasBody: headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) !== 0,
    authorization: headers.get('authorization'),
    apiKey: headers.get('x-api-key'),
    otherKeys: [headers.get('api-key'), headers.get('x-goog-api-key')].filter(one => one !== null).join(' ') || null,
    token: headers.get('longhand-token'),
    cookie: headers.get('cookie'),
    address: incoming?.socket.remoteAddress ?? '',
    forwarded: headers.get('x-forwarded-for'),
  }
}

/** The request target as it was sent; without a connection, as the address has it. */
export function targetOf(request: Request, incoming: IncomingMessage | undefined): string {
  if (incoming?.url !== undefined) return incoming.url
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

const hostsIn = (raw: readonly string[]): readonly string[] =>
  raw.filter((_, at) => at % 2 === 1 && raw[at - 1]!.toLowerCase() === 'host')
