import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { LonghandError, type Message } from 'longhand'
import { reportBug, type Summariser, trackBackground } from 'longhand/internal/engine'
import { redact } from 'longhand/internal/facts'
import { providerFailureOf } from 'longhand/internal/providers'
import type { Protocol, RelayCall, RelayedRequest } from 'longhand/internal/relay'
import { type AppContext, currentEngine } from '../app-context.ts'
import { chooseUpstream, type Target } from '../models/upstreams.ts'
import type { RequestEnv } from '../request-env.ts'
import { answerOffline } from './answer-offline.ts'
import { passAnswer } from './pass-answer.ts'
import { providerError } from './provider-error.ts'
import { type RelayBody, readBody } from './read-body.ts'
import { readBytes } from './read-bytes.ts'
import { headersOfRelay, headersUpstream } from './relay-headers.ts'
import { sendUpstream } from './send-upstream.ts'
import { bytesOfAnswer, type UpstreamAnswer } from './upstream-answer.ts'

type RelayContext = Context<RequestEnv>

/** Which endpoint of a provider was called. */
export type RelayEndpoint = { readonly protocol: Protocol; readonly path: string }

/** One request of a client on its way: where it goes, and what is kept of it. */
type Passing = {
  readonly context: AppContext
  readonly c: RelayContext
  readonly endpoint: RelayEndpoint
  readonly body: RelayBody
  /** When its last byte was there. */
  readonly cameAt: number
  readonly target: Target
  readonly stop: AbortController
  /** Its last byte has left. */
  readonly sent: Signal
  /** The answer has begun, or has taken so long that storing won't delay it: both take this thread. */
  readonly mayStore: Signal
}

type Signal = Pick<PromiseWithResolvers<void>, 'promise' | 'resolve'>

/** Passes a request on to its provider, and the answer back, and keeps the conversation. */
export async function relayRequest(context: AppContext, c: RelayContext, endpoint: RelayEndpoint): Promise<Response> {
  const passing = await begin(context, c, endpoint)
  const relayed = await open(passing)
  let isLate = false
  relayed.stored.catch(error => {
    isLate = true
    warn(passing, error)
  })
  const ownMs = performance.now() - passing.cameAt
  countEarly(passing, relayed)
  const answer = await ask(passing, relayed)
  return passAnswer(c.env, {
    answer,
    log: context.log,
    headers: await headersOfRelay({ state: relayed.state, write: isLate ? 'failed' : 'stored', ownMs }),
    stop: passing.stop,
    listening: {
      protocol: endpoint.protocol,
      onFirst: () => setImmediate(passing.mayStore.resolve),
      onHeard: heard => {
        const { owner, keys } = c.var
        if (keys === 'server') context.spending.call({ owner, model: callOf(passing).model, usage: heard.usage })
        const done = relayed.answered(heard).catch(error => warn(passing, error))
        trackBackground(context.engine, { stop: new AbortController(), done })
      },
      onFault: fault => warn(passing, fault),
      onFailure: said => foldAfter(passing, relayed, said),
    },
  })
}

/**
 * H4.14 OpenAI's responses say only in the stream that a request is too long. The client has heard it then: what is folded
 * now is for its next try, which would end like this one.
 */
function foldAfter(passing: Passing, relayed: RelayedRequest, said: string): void {
  const failure = providerFailureOf({ statusCode: 400, responseBody: said })
  if (failure.type !== 'overflow') return
  const done = relayed.tooLong(failure.limit).catch(error => warn(passing, error))
  trackBackground(passing.context.engine, { stop: new AbortController(), done })
}

/** What the headers will tell is counted while the provider reads. Whoever writes them hears what goes wrong. */
function countEarly({ sent }: Passing, { state }: RelayedRequest): void {
  if (state.type === 'kept') sent.promise.then(state.status).catch(() => {})
}

/** The same for a request that only asks how long the view of a conversation is. */
export async function relayCount(context: AppContext, c: RelayContext, endpoint: RelayEndpoint): Promise<Response> {
  const passing = await begin(context, c, endpoint)
  const body = await context.relay.look(callOf(passing)).catch(() => [passing.body.bytes])
  if (passing.target.upstream === null) {
    const input = currentEngine(context).meter.countText(Buffer.concat(body).toString())
    return c.json({ input_tokens: input })
  }
  const answer = await sendTo(passing, body)
  return passAnswer(c.env, { answer, headers: [], stop: passing.stop, log: context.log, listening: null })
}

async function begin(context: AppContext, c: RelayContext, endpoint: RelayEndpoint): Promise<Passing> {
  const bytes = await readBytes(c)
  const cameAt = performance.now()
  const body = await readBody(bytes, context.relay)
  const { keys } = c.var
  const target = chooseUpstream(context.connections.upstreams(), {
    protocol: endpoint.protocol.name,
    model: body.model,
    keys,
    providers: context.relaySettings.providers,
  })
  checkTarget(target, context.gate.names())
  const stop = new AbortController()
  // H4.23 who hangs up before the first byte ends the call as well.
  c.env.outgoing!.once('close', () => stop.abort())
  return {
    context,
    c,
    endpoint,
    body,
    cameAt,
    target,
    stop,
    sent: Promise.withResolvers(),
    mayStore: Promise.withResolvers(),
  }
}

/** Longer than a local provider needs for its first byte, negligible next to a real model. */
const maxStoreWaitMs = 50

/** Who sets the base URL of clients in the shell that the server is started from sends the server to itself. */
export function checkTarget({ upstream }: Target, own: ReadonlySet<string>): void {
  if (upstream !== null && own.has(URL.parse(upstream.baseURL)?.host ?? ''))
    throw new LonghandError(
      'bad-config',
      `The base URL of ${upstream.name} is this server itself. Start it without that variable, which is for clients.`,
    )
}

function callOf(passing: Passing): RelayCall {
  const { c, endpoint, body, target, stop, mayStore } = passing
  const { upstream, model } = target
  return {
    owner: c.var.owner,
    protocol: endpoint.protocol,
    bytes: body.bytes,
    members: body.members,
    model: upstream === null ? offlineName(model) : `${upstream.name}/${model}`,
    rename: model === body.model ? null : model,
    client: redact((c.req.header('user-agent') ?? 'unknown').slice(0, 200)),
    header: name => c.req.header(name) ?? null,
    summariser: clientSummariser(passing),
    signal: stop.signal,
    mayStore: mayStore.promise,
  }
}

/**
 * H4.21 where the server has no key, the client's own pays for the summary that its request leads to. It is held in memory
 * until that is written. A login is for the requests of its program alone.
 */
function clientSummariser({ context, c, target: { upstream } }: Passing): Summariser | null {
  const key = c.req.header('x-api-key') ?? c.req.header('authorization')?.replace(/^Bearer /i, '')
  if (c.var.keys === 'server' || key === undefined || isLogin.test(key) || upstream?.withKey === undefined) return null
  return context.models.summariserFrom(upstream.withKey(key))
}

const isLogin = /^(sk-ant-oat|eyJ)/

const offlineName = (model: string): string => `offline/${model === 'quoting-8k' ? model : 'quoting'}`

/** H4.24, H4.25 what cannot be kept is passed on as it came, as long as it must not be folded. */
async function open(passing: Passing): Promise<RelayedRequest> {
  const call = callOf(passing)
  try {
    return await passing.context.relay.open(call)
  } catch (error) {
    warn(passing, error)
    // Nothing is sent for now, and what is being stored must not wait for that.
    passing.mayStore.resolve()
    const { window } = currentEngine(passing.context).models.find(call.model).room
    if (window !== null && call.bytes.length / lettersPerToken > window / 2) throw error
    const reason = error instanceof LonghandError ? 'storage' : 'unread'
    return passing.context.relay.pass(call, reason)
  }
}

/** Fewer than in any text that people write, so that nothing is taken for shorter than it is. */
const lettersPerToken = 3

function warn({ context, c }: Passing, error: unknown): void {
  reportBug(context.engine, error, { owner: c.var.owner, during: 'turn' })
  const code = error instanceof LonghandError ? error.code : 'internal'
  context.log({ level: 'warn', event: 'relay', code })
}

/** F2 a provider that finds the request too long is asked again with less, before the client has heard anything. */
async function ask(passing: Passing, relayed: RelayedRequest): Promise<UpstreamAnswer> {
  const first = relayed.isOutdated ? 'resend' : ((await offlineBody(passing, relayed)) ?? relayed.body)
  let answer = await sendOrAsk(passing, first)
  for (let tries = 0; tries < 2 && answer.status >= 400 && relayed.state.type === 'kept'; tries++) {
    const said = await bytesOfAnswer(answer, maxErrorBytes)
    const failure = providerFailureOf({ statusCode: answer.status, responseBody: said.toString() })
    answer = { ...answer, body: inOnePiece(said) }
    const instead =
      failure.type === 'overflow'
        ? await relayed.smaller(failure.limit)
        : // H4.13 older thinking may be bound to what is folded now.
          failure.type === 'bound-thinking'
          ? await relayed.withoutOldThinking()
          : isNotHeld(said.toString())
            ? await relayed.inWords()
            : null
    if (instead === null) break
    answer = await sendOrAsk(passing, instead)
  }
  return answer
}

/** The model of this machine holds nothing between two requests. What it reads follows from what is stored. */
async function offlineBody({ target, mayStore }: Passing, relayed: RelayedRequest) {
  if (target.upstream !== null) return null
  mayStore.resolve()
  return relayed.inWords()
}

const sendOrAsk = async (passing: Passing, body: readonly Uint8Array[] | 'resend'): Promise<UpstreamAnswer> =>
  body === 'resend' ? askForAll(passing) : sendTo(passing, body)

/** H4.17 OpenAI forgets responses after a while, and has those of one project alone. */
const isNotHeld = (said: string): boolean => /previous_response_not_found|Item with id .{1,200} not found/.test(said)

/** H4.17 what Anthropic says of a thread that it has forgotten: its clients send all of the conversation then. */
function askForAll({ mayStore }: Passing): UpstreamAnswer {
  mayStore.resolve()
  const sentence = 'This thread has been condensed since. Send the whole conversation in a new one.'
  const said = providerError('anthropic', { status: 404, sentence, missing: 'thread' })
  return {
    status: 404,
    headers: [['content-type', 'application/json']],
    body: inOnePiece(Buffer.from(JSON.stringify(said))),
  }
}

const maxErrorBytes = 1_000_000

const inOnePiece = (bytes: Uint8Array): Readable => Readable.from([bytes])

async function sendTo(passing: Passing, bytes: readonly Uint8Array[]): Promise<UpstreamAnswer> {
  const { resolve } = passing.mayStore
  setTimeout(resolve, maxStoreWaitMs)
  try {
    const answer = await answerTo(passing, bytes)
    // What is sent instead of a refused request follows from what is stored.
    if (answer.status >= 400) resolve()
    return answer
  } catch (error) {
    resolve()
    throw error
  }
}

async function answerTo(
  { context, c, endpoint, body, target, stop, sent }: Passing,
  bytes: readonly Uint8Array[],
): Promise<UpstreamAnswer> {
  const { upstream } = target
  const { protocol, path } = endpoint
  if (upstream === null) {
    if (body.members === null)
      throw new LonghandError('bad-request', 'The model of this machine cannot read this request. Send a simpler one.')
    const model = currentEngine(context).models.find(offlineName(target.model))
    const messages = messagesIn(protocol, bytes)
    return answerOffline(
      model,
      { protocol: protocol.name, model: body.model, messages, stream: body.stream, owner: c.var.owner },
      stop.signal,
    )
  }
  const headers = headersUpstream(c.env.incoming!, { upstream, protocol: protocol.name, keys: c.var.keys })
  const query = c.req.url.includes('?') ? new URL(c.req.url).search : ''
  const request = { method: 'POST', path, query, headers, body: bytes, onSent: sent.resolve }
  return sendUpstream(upstream, request, stop.signal)
}

function messagesIn(protocol: Protocol, bytes: readonly Uint8Array[]): readonly Message[] {
  const { [protocol.list]: list } = JSON.parse(Buffer.concat(bytes).toString())
  // OpenAI's responses take a text alone as well.
  const items: readonly Parameters<Protocol['readItem']>[0][] = Array.isArray(list)
    ? list
    : [{ role: 'user', content: list }]
  const names = new Map<string, string>()
  return items.flatMap(item => protocol.readItem(item, names) ?? []).flatMap(({ messages }) => messages)
}
