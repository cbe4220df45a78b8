import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { LonghandError } from 'longhand'
import type { Upstream } from '../models/upstreams.ts'
import type { UpstreamAnswer, UpstreamRequest } from './upstream-answer.ts'

/**
 * Sends a request to the address that the configuration names. Nothing in it can change where it goes: the path is ours,
 * redirects are not followed, and the answer is not decoded.
 */
export async function sendUpstream(
  { baseURL, name }: Upstream,
  { method, path, query, headers, body }: UpstreamRequest,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  const url = new URL(`${baseURL.replace(/\/$/, '')}/${path}`)
  url.search = query
  const length = body.reduce((sum, { length }) => sum + length, 0)
  const sized = method === 'POST' ? [['content-length', String(length)] as const] : []
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest
  const call = open(url, { method, headers: [...headers, ...sized, ['host', url.host]].flat(), signal })
  // What goes wrong later is told by the answer; here it must only not end the process.
  call.on('error', () => {})
  try {
    for (const piece of body) call.write(piece)
    call.end()
    const [answer] = (await once(call, 'response', { signal })) as [IncomingMessage]
    if (answer.statusCode! >= 300 && answer.statusCode! < 400) {
      answer.destroy()
      throw new LonghandError(
        'unreachable',
        `The provider ${name} answers with a redirect. Set its base URL to where it is.`,
      )
    }
    return { status: answer.statusCode!, headers: pairsIn(answer.rawHeaders), body: answer }
  } catch (cause) {
    if (cause instanceof LonghandError) throw cause
    if (signal.aborted) throw new LonghandError('cancelled', 'The client has hung up.', { cause })
    throw new LonghandError(
      'unreachable',
      `The provider ${name} cannot be reached. Check its address and the network.`,
      { cause },
    )
  }
}

const pairsIn = (raw: readonly string[]): readonly (readonly [string, string])[] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1]!] as const] : []))
