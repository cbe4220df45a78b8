import { Readable } from 'node:stream'
import { LonghandError, type Message } from 'longhand'
import { providerFailureOf } from 'longhand/internal/providers'
import type { Protocol, RelayedRequest } from 'longhand/internal/relay'
import { currentEngine } from '../app-context.ts'
import { answerOffline } from './answer-offline.ts'
import { clientKeyOf, offlineName, type Passing } from './passing.ts'
import { providerError } from './provider-error.ts'
import { headersUpstream } from './relay-headers.ts'
import { sendUpstream } from './send-upstream.ts'
import { bytesOfAnswer, type UpstreamAnswer } from './upstream-answer.ts'

/** F2 a provider that finds the request too long is asked again with less, before the client has heard anything. */
export async function ask(passing: Passing, relayed: RelayedRequest): Promise<UpstreamAnswer> {
  const first = relayed.isOutdated ? 'resend' : ((await offlineBody(passing, relayed)) ?? relayed.body)
  let answer = await sendOrAsk(passing, first)
  for (let tries = 0; tries < 2 && answer.status >= 400 && relayed.state.type === 'kept'; tries++) {
    const { failure, isLost, ...refusal } = await readRefusal(answer)
    answer = refusal.answer
    const instead =
      failure.type === 'overflow'
        ? await relayed.smaller(failure.limit)
        : // H4.13 older thinking may be bound to what is folded now.
          failure.type === 'bound-thinking'
          ? await relayed.withoutOldThinking()
          : isLost
            ? await relayed.inWords()
            : null
    if (instead === null) break
    answer = await sendOrAsk(passing, instead)
  }
  return answer
}

/** An answer that refuses a request, which can still be passed on, and what it says. */
async function readRefusal(answer: UpstreamAnswer) {
  const said = await bytesOfAnswer(answer, maxErrorBytes)
  const failure = providerFailureOf({ statusCode: answer.status, responseBody: said.toString() })
  return { answer: { ...answer, body: inOnePiece(said) }, failure, isLost: isNotHeld(said.toString()) }
}

/** Whether a provider refuses a request for what it says, and not for its key: then something else can be sent instead. */
export async function isReadByProvider(answer: UpstreamAnswer) {
  if (!saysWhatIsWrong.includes(answer.status)) return { answer, isRead: false }
  const { failure, isLost, ...refusal } = await readRefusal(answer)
  return { ...refusal, isRead: isLost || failure.type === 'overflow' || failure.type === 'bound-thinking' }
}

/** 413 is none of them: it may be said of a size before anyone has looked at the key. */
const saysWhatIsWrong: readonly number[] = [400, 404]

/** Whether a provider refuses the key of a request. */
export const isRefused = ({ status }: UpstreamAnswer): boolean => status === 401 || status === 403

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

/** Longer than a local provider needs for its first byte, negligible next to a real model. */
const maxStoreWaitMs = 50

export async function sendTo(passing: Passing, bytes: readonly Uint8Array[]): Promise<UpstreamAnswer> {
  const { resolve, reject } = passing.mayStore
  setTimeout(resolve, maxStoreWaitMs)
  try {
    const answer = await answerTo(passing, bytes)
    passing.letIn.resolve(!isRefused(answer))
    // H4.37 nothing more is kept for a client's key that is refused.
    if (isRefused(answer) && clientKeyOf(passing) !== null)
      reject(new LonghandError('not-allowed', 'The provider has refused the key. Send a valid one.'))
    // What is sent instead of a refused request follows from what is stored.
    else if (answer.status >= 400) resolve()
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
  const { signIn } = context.gate
  const headers = headersUpstream(c.env.incoming!, { upstream, protocol: protocol.name, keys: c.var.keys, signIn })
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
  return items.flatMap(item => [...(protocol.readItem(item, names) ?? [])]).flatMap(({ messages }) => messages)
}
