import type { Context } from 'hono'
import { LonghandError } from 'longhand'
import type { AppContext } from '../app-context.ts'
import { chooseUpstream } from '../models/upstreams.ts'
import type { RequestEnv } from '../request-env.ts'
import { embeddingCost } from '../telemetry/charged-prices.ts'
import { checkAddress } from './check-address.ts'
import { passAnswer } from './pass-answer.ts'
import { refuseWebSocket } from './refuse-web-socket.ts'
import { checkTokenFree, headersUpstream } from './relay-headers.ts'
import { checkTarget } from './relay-request.ts'
import { sendUpstream } from './send-upstream.ts'

/**
 * H4.27 every other address of the provider, with the client's own key: embeddings, files, batches, whatever comes. Bytes
 * go both ways as they come; nothing of it is kept.
 */
export async function relayRest(context: AppContext, c: Context<RequestEnv>): Promise<Response> {
  const path = c.req.path.slice('/v1/'.length)
  const { keys } = c.var
  if (c.req.header('upgrade') !== undefined) return refuseWebSocket(c)
  checkTokenFree(path + new URL(c.req.url).search, context.gate.signIn)
  checkAddress(path, new URL(c.req.url).origin)
  // The keys of the server are for what costs little and changes nothing at the provider.
  if (keys === 'server' && !withServerKeys.test(`${c.req.method} ${path}`))
    throw new LonghandError('not-found', 'The server’s own keys are not used at this address. Send yours.')
  const protocol = c.req.header('anthropic-version') === undefined ? 'openai-chat' : 'anthropic'
  const target = chooseUpstream(context.connections.upstreams(), {
    protocol,
    model: '',
    keys,
    providers: context.relaySettings.providers,
  })
  const { upstream } = target
  if (upstream === null) throw new LonghandError('not-found', 'There is nothing at this address without a provider.')
  checkTarget(target, context.gate.names())
  const stop = new AbortController()
  c.env.outgoing!.once('close', () => stop.abort())
  const length = c.req.header('content-length')
  const headers = [
    ...headersUpstream(c.env.incoming!, { upstream, protocol, keys, signIn: context.gate.signIn }),
    ...(length === undefined ? [] : [['content-length', length] as const]),
  ]
  let bytes = 0
  const counted = counting(length => (bytes += length))
  const body = (keys === 'server' ? c.req.raw.body?.pipeThrough(counted) : c.req.raw.body) ?? null
  const answer = await sendUpstream(
    upstream,
    { method: c.req.method, path, query: new URL(c.req.url).search, headers, body },
    stop.signal,
  )
  // H8.11 with the server's keys only embeddings cost anything.
  if (keys === 'server' && answer.status < 400) context.spending.dollars(c.var.owner, embeddingCost(bytes))
  const passed = [['longhand-relay', 'passed-through; why=not-a-conversation']] as const
  return passAnswer(c.env, { answer, headers: passed, stop, log: context.log, listening: null })
}

const counting = (onBytes: (length: number) => void) =>
  new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, to) {
      onBytes(piece.length)
      to.enqueue(piece)
    },
  })

const withServerKeys = /^(POST embeddings|GET models\/[^/]+)$/
