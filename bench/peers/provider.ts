import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from '../../packages/longhand/src/core/json.ts'
import type { Answer } from '../../packages/longhand/src/testing/fake-provider/answer.ts'
import { dialectOf } from '../../packages/longhand/src/testing/fake-provider/overflow-dialects.ts'
import type { Wire } from '../../packages/longhand/src/testing/fake-provider/wire.ts'
import { openaiChatWire } from '../../packages/longhand/src/testing/fake-provider/wire-openai-chat.ts'
import { openaiResponsesWire } from '../../packages/longhand/src/testing/fake-provider/wire-openai-responses.ts'
import { compactItems } from './compact-items.ts'
import { tokensIn } from './count.ts'
import type { Replay } from './replay.ts'
import type { ScriptStep } from './script.ts'
import { messageTokens, type RequestBody, type SentMessage, sentMessages, wordsOf } from './sent-messages.ts'

/** A provider on loopback that answers what was recorded, refuses what a real one refuses, and writes everything down. */
export type Provider = {
  readonly url: string
  /** The conversation that is had from now on. */
  readonly serve: (replay: Replay) => void
  readonly close: () => Promise<void>
}

/** The name that the adapters give to the model that writes summaries. */
export const summariserModel = 'gpt-peers-summariser'

export async function startProvider(): Promise<Provider> {
  let replay: Replay | null = null
  const server = createServer((came, to) => void serve(came, to).catch(error => to.destroy(error)))

  async function serve(came: IncomingMessage, to: ServerResponse): Promise<void> {
    const path = new URL(came.url ?? '/', 'http://localhost').pathname
    const body = JSON.parse(await textOf(came)) as RequestBody
    if (replay === null) return void to.writeHead(503).end()
    if (path.endsWith('/responses/compact')) return send(to, 200, await compactItems(body, replay))
    const wire = [openaiChatWire, openaiResponsesWire].find(one => one.serves(path))
    if (wire === undefined) return void to.writeHead(404).end()
    const messages = sentMessages(body)
    const request = { wire, body, messages, tokens: sizeOf(messages, body) }
    const isSummary = body.model === summariserModel || replay.library.isSummary?.(messages, body) === true
    if (isSummary) return reply(to, request, await summarise(replay, request))
    const outcome = answer(replay, request)
    await replay.clock.settled()
    await replay.atWork()
    return reply(to, request, outcome)
  }

  // A library may think for a while between two calls.
  server.keepAliveTimeout = 600_000
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    serve: next => {
      replay = next
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Request = {
  readonly wire: Wire
  readonly body: RequestBody
  readonly messages: readonly SentMessage[]
  readonly tokens: number
}

type Outcome =
  | { readonly type: 'answer'; readonly step: ScriptStep; readonly cached: number }
  | { readonly type: 'refusal'; readonly status: number; readonly body: Json }

/** The recorded answer, when the request is one that a real provider would take. */
function answer(replay: Replay, { wire, body, messages, tokens }: Request): Outcome {
  const step = replay.stepAt()
  if (step === null)
    return { type: 'answer', step: { text: 'Nothing more was recorded.', calls: [], results: [] }, cached: 0 }
  const problem = wire.problem(body as unknown as Json)
  const refused = problem !== null ? 'invalid' : tokens > replay.window ? 'too-long' : null
  if (refused !== null && !replay.isLenient()) {
    replay.noteRefusal({ reason: refused, sentence: problem })
    return {
      type: 'refusal',
      ...(problem === null ? dialectOf(wire.name)(tokens, replay.window) : wire.failure('bad-request', problem)),
    }
  }
  const cached = replay.noteCall({ messages, tokens, tools: toolsOf(body), output: outputOf(step) })
  return { type: 'answer', step, cached }
}

async function summarise(replay: Replay, { wire, body, messages, tokens }: Request): Promise<Outcome> {
  if (tokens > replay.window && !replay.isLenient()) {
    replay.noteSummary({ tokens, cached: 0, output: 0, waited: 0, refused: true })
    return { type: 'refusal', ...dialectOf(wire.name)(tokens, replay.window) }
  }
  const { shown = wordsOf, wrap = (text: string) => text } = replay.library
  const { max_tokens, max_completion_tokens, max_output_tokens } = body
  const maxTokens = max_completion_tokens ?? max_output_tokens ?? max_tokens ?? Number.POSITIVE_INFINITY
  const text = wrap(replay.summarise(shown(messages), maxTokens))
  await replay.writeSummary({ messages, tokens, tools: toolsOf(body), output: tokensIn(text) })
  return { type: 'answer', step: { text, calls: [], results: [] }, cached: 0 }
}

function reply(to: ServerResponse, { wire, body, tokens }: Request, outcome: Outcome): void {
  if (outcome.type === 'refusal') {
    send(to, outcome.status, outcome.body)
    return
  }
  const { step, cached } = outcome
  const usage = { input: tokens, output: outputOf(step), cacheRead: cached, cacheWrite: 0, reasoning: 0 }
  const about = { model: body.model, usage, index: ++replies, body: {} }
  if (!body.stream) send(to, 200, wire.whole(saidIn(step), about))
  else to.writeHead(200, { 'content-type': 'text/event-stream' }).end(wire.frames(saidIn(step), about).join(''))
}

/** Frameworks tell answers apart by their ids. */
let replies = 0

const saidIn = ({ text, calls }: ScriptStep): Answer => ({
  type: 'answer',
  says: [
    ...(text === '' ? [] : [{ type: 'text', text } as const]),
    ...calls.map(({ id, name, args }) => ({ type: 'call', id, name, input: args }) as const),
  ],
  ending: calls.length > 0 ? 'calls' : 'stop',
})

const toolsOf = ({ tools }: RequestBody): string => JSON.stringify(tools ?? null)

const outputOf = ({ text, calls }: ScriptStep): number =>
  tokensIn(text) + calls.reduce((sum, { args }) => sum + tokensIn(JSON.stringify(args)), 0)

const sizeOf = (messages: readonly SentMessage[], { tools }: RequestBody): number =>
  messages.reduce(
    (sum, message) => sum + messageTokens(message),
    tools === undefined ? 0 : tokensIn(JSON.stringify(tools)),
  )

const send = (to: ServerResponse, status: number, body: Json): void =>
  void to.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

async function textOf(came: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of came) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
