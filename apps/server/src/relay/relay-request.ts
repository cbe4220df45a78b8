import { LonghandError } from 'longhand'
import { isLongJson, reportBug, trackBackground } from 'longhand/internal/engine'
import { providerFailureOf } from 'longhand/internal/providers'
import type { RelayCall, RelayedRequest } from 'longhand/internal/relay'
import { runTask } from 'longhand/internal/threads'
import { type AppContext, currentEngine } from '../app-context.ts'
import { chooseUpstream, type Target } from '../models/upstreams.ts'
import { noteAnswered } from './answered-ids.ts'
import { ask, isReadByProvider, isRefused, sendTo } from './ask-provider.ts'
import { checkHeld } from './check-held.ts'
import { checkReferences } from './check-references.ts'
import { passAnswer } from './pass-answer.ts'
import { callOf, clientKeyOf, type Passing, type RelayContext, type RelayEndpoint } from './passing.ts'
import { type PaidRequest, payFor } from './pay-for.ts'
import { readBody } from './read-body.ts'
import { readBytes } from './read-bytes.ts'
import { checkTokenFree, headersOfRelay } from './relay-headers.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

/** What a provider has answered, and what is kept of it. */
type Asked = {
  readonly relayed: RelayedRequest
  readonly answer: UpstreamAnswer
  /** From the last byte of the request to the call to the provider. */
  readonly ownMs: number
  readonly write: 'stored' | 'failed'
  /** H8.11 what the server's keys pay; null for a client's own. */
  readonly paid: PaidRequest | null
}

/** Passes a request on to its provider, and the answer back, and keeps the conversation. */
export async function relayRequest(context: AppContext, c: RelayContext, endpoint: RelayEndpoint): Promise<Response> {
  const passing = await begin(context, c, endpoint)
  const { relayed, answer, ownMs, write, paid } = await (isLetIn(passing) ? askKept(passing) : askFirst(passing))
  return passAnswer(c.env, {
    answer,
    log: context.log,
    headers: await headersOfRelay({ state: relayed.state, write, ownMs }),
    stop: passing.stop,
    listening: {
      protocol: endpoint.protocol,
      onFirst: () => setImmediate(passing.mayStore.resolve),
      onHeard: heard => {
        noteAnswered(passing, heard)
        paid?.answered(heard)
        const done = relayed.answered(heard).catch(error => warn(passing, error))
        trackBackground(context.engine, { stop: new AbortController(), done })
      },
      onFault: fault => warn(passing, fault),
      onFailure: said => foldAfter(passing, relayed, said),
    },
  })
}

/** H4.37 whether nobody has to let this request in: its owner has, or its provider has accepted the client's key before. */
function isLetIn(passing: Passing): boolean {
  const key = clientKeyOf(passing)
  return key === null || passing.context.acceptedKeys.has(key)
}

/** Asks the provider for what the conversation has become, which is stored beside that. */
async function askKept(passing: Passing): Promise<Asked> {
  const relayed = await open(passing)
  let write: Asked['write'] = 'stored'
  relayed.stored.catch(error => {
    write = 'failed'
    warn(passing, error)
  })
  const ownMs = performance.now() - passing.cameAt
  countEarly(passing, relayed)
  const paid = passing.c.var.keys === 'server' ? payFor(passing, relayed) : null
  const answer = await ask(passing, relayed).catch(paid?.failed)
  if (answer.status >= 400) paid?.refused()
  if (!isRefused(answer)) return { relayed, answer, ownMs, write, paid }
  forgetKey(passing)
  return { ...passedOn(passing, answer, 'refused-key'), ownMs }
}

/** H4.37 a key that nobody knows: the request goes on before anything is kept of it, and is kept when its provider has let it in. */
async function askFirst(passing: Passing): Promise<Asked> {
  const { context } = passing
  const { body, view } = await context.relay.glance(callOf(passing)).catch(error => {
    warn(passing, error)
    return { body: [passing.body.bytes], view: null }
  })
  const ownMs = performance.now() - passing.cameAt
  const answer = await sendTo(passing, body)
  if (answer.status < 300) {
    context.acceptedKeys.add(clientKeyOf(passing)!)
    const relayed = await open(passing, { answeredUnder: view }).catch(
      () => passedOn(passing, answer, 'storage').relayed,
    )
    relayed.stored.catch(error => warn(passing, error))
    return { relayed, answer, ownMs, write: 'stored', paid: null }
  }
  const refusal = await isReadByProvider(answer)
  if (!refusal.isRead) return { ...passedOn(passing, refusal.answer, 'new-key'), ownMs }
  // What it says of the words it says to whoever has a key.
  context.acceptedKeys.add(clientKeyOf(passing)!)
  return askKept(passing)
}

/** What goes back as it came, with nothing kept of it. */
const passedOn = (passing: Passing, answer: UpstreamAnswer, reason: string): Omit<Asked, 'ownMs'> => ({
  relayed: passing.context.relay.pass(callOf(passing), reason),
  answer,
  write: 'stored',
  paid: null,
})

/** H4.37 a key that its provider has refused is one that nobody knows. */
function forgetKey(passing: Passing): void {
  const key = clientKeyOf(passing)
  if (key !== null) passing.context.acceptedKeys.forget(key)
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
  const look = isLetIn(passing) ? context.relay.look : context.relay.glance
  const { body } = await look(callOf(passing)).catch(() => ({ body: [passing.body.bytes] }))
  if (passing.target.upstream === null) {
    const text = Buffer.concat(body).toString()
    const { meter } = currentEngine(context)
    return c.json({ input_tokens: isLongJson(text) ? await runTask('countTexts', [text]) : meter.countText(text) })
  }
  const answer = await sendTo(passing, body)
  return passAnswer(c.env, { answer, headers: [], stop: passing.stop, log: context.log, listening: null })
}

async function begin(context: AppContext, c: RelayContext, endpoint: RelayEndpoint): Promise<Passing> {
  if (c.req.url.includes('?')) checkTokenFree(new URL(c.req.url).search, context.gate.signIn)
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
  const letIn = Promise.withResolvers<boolean>()
  c.env.outgoing!.once('close', () => {
    stop.abort()
    // Whatever waits for the provider's word must not wait for ever.
    letIn.resolve(true)
  })
  const mayStore = Promise.withResolvers<void>()
  // Nothing may be waiting to be stored.
  mayStore.promise.catch(() => {})
  const sent = Promise.withResolvers<void>()
  const passing = { context, c, endpoint, body, cameAt, target, stop, sent, mayStore, letIn }
  await checkHeld(passing)
  return passing
}

/** Who sets the base URL of clients in the shell that the server is started from sends the server to itself. */
export function checkTarget({ upstream }: Target, own: ReadonlySet<string>): void {
  if (upstream !== null && own.has(URL.parse(upstream.baseURL)?.host ?? ''))
    throw new LonghandError(
      'bad-config',
      `The base URL of ${upstream.name} is this server itself. Start it without that variable, which is for clients.`,
    )
}

/** H4.24, H4.25 what cannot be kept is passed on as it came, as long as it must not be folded. */
async function open(passing: Passing, more: Pick<RelayCall, 'answeredUnder'> = {}): Promise<RelayedRequest> {
  const call = { ...callOf(passing), ...more }
  const opened = await passing.context.relay.open(call).catch(error => passAfter(passing, call, error))
  if (!('failed' in opened)) await checkReferences(passing, opened.state, 'relay')
  return 'failed' in opened ? opened.failed : opened
}

/** What goes on as it came after it could not be kept. */
async function passAfter(
  passing: Passing,
  call: RelayCall,
  error: unknown,
): Promise<{ readonly failed: RelayedRequest }> {
  warn(passing, error)
  // Nothing is sent for now, and what is being stored must not wait for that.
  passing.mayStore.resolve()
  const { window } = currentEngine(passing.context).models.find(call.model).room
  if (window !== null && call.bytes.length / lettersPerToken > window / 2) throw error
  const reason = error instanceof LonghandError ? 'storage' : 'unread'
  const failed = passing.context.relay.pass(call, reason)
  await checkReferences(passing, failed.state, 'nobody')
  return { failed }
}

/** Fewer than in any text that people write, so that nothing is taken for shorter than it is. */
const lettersPerToken = 3

/** Reports what went wrong beside a request that goes on. */
function warn({ context, c }: Passing, error: unknown): void {
  reportBug(context.engine, error, { owner: c.var.owner, during: 'turn' })
  const code = error instanceof LonghandError ? error.code : 'internal'
  context.log({ level: 'warn', event: 'relay', code })
}
