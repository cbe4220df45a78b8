import { once } from 'node:events'
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { LonghandError } from 'longhand'
import { checkedLookup, isRefusedHost, refusedAddress } from '../connections/refused-address.ts'
import type { Upstream } from '../models/upstreams.ts'
import { headerPairs } from './relay-headers.ts'
import type { UpstreamAnswer, UpstreamRequest } from './upstream-answer.ts'

/** An agent's step often takes longer than the five seconds for which Node keeps an idle connection by itself. */
const idle = { keepAlive: true, timeout: 60_000, lookup: checkedLookup }
const agents = { http: new HttpAgent(idle), https: new HttpsAgent(idle) }

/**
 * Sends a request to the address that the configuration names. Nothing in it can change where it goes: the path is ours,
 * redirects are not followed, and the answer is not decoded.
 */
export async function sendUpstream(
  upstream: Upstream,
  request: UpstreamRequest,
  signal: AbortSignal,
  connection: 'any' | 'new' = 'any',
): Promise<UpstreamAnswer> {
  const { baseURL, name } = upstream
  const { method, path, query, headers, body, onSent = () => {} } = request
  const url = addressOf(baseURL, path + query)
  const sized = Array.isArray(body) ? [['content-length', String(lengthOf(body))] as const] : []
  const isSecure = url.protocol === 'https:'
  // What comes as a stream cannot be sent a second time, should the connection have been closed.
  const canRepeat = body === null || Array.isArray(body)
  const call = (isSecure ? httpsRequest : httpRequest)(url, {
    method,
    headers: [...headers, ...sized, ['host', url.host]].flat(),
    signal,
    lookup: checkedLookup,
    agent: connection === 'any' && canRepeat && agents[isSecure ? 'https' : 'http'],
  })
  // What goes wrong later is told by the answer; here it must only not end the process.
  call.on('error', () => {})
  call.once('finish', onSent)
  try {
    const answered = Promise.race([once(call, 'response'), closed(call)])
    // A provider may answer before it has read all of it.
    write(call, body).catch(error => call.destroy(error))
    const [answer] = (await answered) as [IncomingMessage]
    const status = answer.statusCode!
    if (status < 200 || isRedirect(status)) {
      answer.destroy()
      throw new LonghandError(
        'unreachable',
        status < 200
          ? `The provider ${name} answers with the status ${status}, which ends no request. Check its address.`
          : `The provider ${name} answers with a redirect. Set its base URL to the final address.`,
      )
    }
    return { status, headers: headerPairs(answer.rawHeaders), body: answer }
  } catch (cause) {
    if (cause instanceof LonghandError) throw cause
    if (signal.aborted) throw new LonghandError('cancelled', 'The client has hung up.', { cause })
    const isClosed = ['ECONNRESET', 'EPIPE'].includes((cause as NodeJS.ErrnoException).code ?? '')
    // H4.33 it was closed while nobody used it.
    if (isClosed && call.reusedSocket) return sendUpstream(upstream, request, signal, 'new')
    const sentence = isClosed
      ? `The provider ${name} closed the connection without an answer. Ask again.`
      : `The provider ${name} cannot be reached. Check its address and the network.`
    throw new LonghandError('unreachable', sentence, { cause })
  }
}

/** Another protocol is no answer, and says nothing else than that the connection is over. */
async function closed(call: ClientRequest): Promise<never> {
  await once(call, 'close')
  throw new Error('The connection was closed without an answer.')
}

/** H4.22 below the address of the configuration, whatever the path says. */
function addressOf(baseURL: string, path: string): URL {
  const base = baseOf(baseURL)
  const url = new URL(base + path)
  if (!url.href.startsWith(base)) throw new LonghandError('bad-request', 'This path leads away from the provider.')
  return url
}

const bases = new Map<string, string>()

/** A base URL as URLs are written, with a slash at its end. There are as many as the configuration has. */
function baseOf(baseURL: string): string {
  const known = bases.get(baseURL) ?? new URL(`${baseURL.replace(/\/$/, '')}/`).href
  if (isRefusedHost(new URL(known).hostname)) throw refusedAddress()
  bases.set(baseURL, known)
  return known
}

const lengthOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0)

async function write(call: ClientRequest, body: UpstreamRequest['body']): Promise<void> {
  // Pieces that are in memory anyway need not wait for room, and leave together.
  if (Array.isArray(body)) for (const piece of body) call.write(piece)
  else for await (const piece of body ?? []) if (!call.write(piece)) await once(call, 'drain')
  call.end()
}

/** 304 is none: it says that the client has the answer already. */
const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)
