import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from '../../core/json.ts'
import type { Usage } from '../../engine/ports/chat-model.ts'
import { type Answer, type FakeFailure, failure, type Reply, type Said, saidText } from './answer.ts'
import { type Behaviour, behaviourOf } from './behaviours.ts'
import { createThinkingBinding } from './bound-thinking.ts'
import { deliver } from './delivery.ts'
import { createHeldAnswers } from './held-answers.ts'
import { listAnswer } from './model-list.ts'
import { dialectOf } from './overflow-dialects.ts'
import { type FakeRequest, readRequest } from './request.ts'
import type { Wire, WireContext } from './wire.ts'
import { anthropicWire } from './wire-anthropic.ts'
import { geminiWire } from './wire-gemini.ts'
import { openaiChatWire } from './wire-openai-chat.ts'
import { openaiResponsesWire } from './wire-openai-responses.ts'

/** A model provider on loopback that speaks four real protocols and does what a test tells it to. */
export type FakeProvider = {
  /** The base URL for every provider package: each finds its own path below it. */
  readonly baseURL: string
  /** Every request and what became of it, oldest first. */
  readonly calls: readonly FakeCall[]
  /** What the next requests meet, one behaviour each; after the last one, models behave as their names say. */
  readonly script: (...behaviours: readonly Behaviour[]) => void
  /** What the calls that pass a test have cost; all of them when no test is given. */
  readonly spent: (which?: (request: FakeRequest) => boolean) => Spent
  /** Loses every answer that later requests could refer to by its id, as a provider does in time. */
  readonly forget: () => void
  readonly close: () => Promise<void>
}

export type FakeCall = {
  readonly request: FakeRequest
  readonly reply: Reply
  /** What the answer reported; null for failures. */
  readonly usage: Usage | null
  /** `aborted`: the caller hung up first; `reset`: the fake did. */
  ended: 'open' | 'done' | 'aborted' | 'reset'
}

export type Spent = { readonly calls: number; readonly input: number; readonly output: number }

export type FakeOptions = {
  /** Decides every request that the script doesn't; models behave as their names say when left out or null. */
  readonly behaviour?: (request: FakeRequest) => Reply | null
  /** What to report for a request and what answers it; a token per four characters when left out. */
  readonly usage?: (request: FakeRequest, says: readonly Said[]) => Usage
  /** Whether thinking comes back only behind what it was thought about, as newer models of Anthropic want it. */
  readonly thinking?: 'bound'
  /** Requests that report more input than this overflow, in the words of their wire. */
  readonly window?: number
  /** The models that it lists to whoever asks; it lists none when left out. */
  readonly models?: readonly string[]
  /** The only key that it takes; any when left out. */
  readonly key?: string
  /** Whether `calls` holds every request; with `none` it stays empty, for those who ask for hours. */
  readonly record?: 'all' | 'none'
}

/** Starts a provider on a free port of this machine. */
export async function startFakeProvider(options: FakeOptions = {}): Promise<FakeProvider> {
  const calls: FakeCall[] = []
  const before = new Map<string, number>()
  const scripted: Behaviour[] = []
  const held = createHeldAnswers()
  const usageOf = options.usage ?? quarterOfCharacters
  const binding = options.thinking === 'bound' ? createThinkingBinding() : null
  const server = createServer((came, to) => void serve(came, to).catch(error => to.destroy(error)))

  async function serve(came: IncomingMessage, to: ServerResponse): Promise<void> {
    const path = new URL(came.url ?? '/', 'http://localhost').pathname
    const bytes = await textOf(came)
    const listed = came.method === 'GET' ? listAnswer(path, came.headers, options) : null
    if (listed !== null) return void json(to, listed.status, listed.body)
    const wire = wires.find(one => one.serves(path))
    if (wire === undefined || came.method !== 'POST') return void to.writeHead(404).end()
    const body = JSON.parse(bytes) as Json
    const { prompt, lost } = held.resolve(wire, body)
    const request = readRequest(wire, { path, headers: came.headers, bytes, body, prompt, before })
    before.set(request.model, request.attempt)
    const call = decide(wire, request, lost)
    if (options.record !== 'none') calls.push(call)
    hold(wire, call, bytes.length)
    to.on('close', () => {
      call.ended = to.writableFinished ? 'done' : isReset(call) ? 'reset' : 'aborted'
    })
    await respond(wire, call, to)
  }

  function decide(wire: Wire, request: FakeRequest, lost: FakeFailure | null): FakeCall {
    const behaviour = scripted.shift()
    const reply =
      refusal(wire, request, lost) ??
      behaviour?.(request) ??
      options.behaviour?.(request) ??
      behaviourOf(request.model)(request)
    if (reply.type === 'answer') binding?.note(request.prompt, reply.says)
    const reported = reply.type === 'answer' ? reportedUsage(reply, usageOf(request, reply.says)) : null
    return { request, reply, usage: reported, ended: 'open' }
  }

  /** What a real provider would turn away, whatever the model does. */
  function refusal(wire: Wire, request: FakeRequest, lost: FakeFailure | null): FakeFailure | null {
    const { body, prompt } = request
    if (options.key !== undefined && request.key !== options.key) return failure('bad-key')
    if (lost !== null) return lost
    const problem = wire.problem(prompt, body) ?? binding?.problem(prompt) ?? null
    if (problem !== null) return failure('bad-request', { sentence: problem })
    const { window = Number.POSITIVE_INFINITY } = options
    const { input } = usageOf(request, [])
    return input > window ? failure('overflow', { exact: dialectOf(wire.name)(input, window) }) : null
  }

  /** A caller who hangs up changes nothing; an answer that ended in an error is none to refer to. */
  function hold(wire: Wire, call: FakeCall, characters: number): void {
    const { request, reply } = call
    if (wire.references === undefined || reply.type === 'failure' || reply.breaks !== undefined) return
    const answer = wire.whole(reply, contextOf(call))
    held.note(wire, { request, answer, characters: characters + saidText(reply.says).length })
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    script: (...behaviours) => void scripted.push(...behaviours),
    forget: held.forget,
    spent: (which = () => true) => spentOn(calls.filter(call => which(call.request))),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const wires: readonly Wire[] = [anthropicWire, openaiChatWire, openaiResponsesWire, geminiWire]

async function textOf(came: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of came) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

async function respond(wire: Wire, call: FakeCall, to: ServerResponse): Promise<void> {
  const { request, reply } = call
  if (reply.type === 'failure') return fail(wire, reply, to)
  if (reply.breaks !== undefined && !request.stream) return fail(wire, failure(reply.breaks), to)
  const about = contextOf(call)
  const frames = request.stream ? wire.frames(reply, about) : inPackets(wire.whole(reply, about))
  to.writeHead(200, { 'content-type': request.stream ? 'text/event-stream' : 'application/json' })
  await deliver(to, frames, reply.delivery)
}

const contextOf = ({ request: { model, index, body }, usage }: FakeCall): WireContext => ({
  model,
  index,
  body,
  usage: usage!,
})

const inPackets = (whole: Json): readonly string[] => JSON.stringify(whole).match(/.{1,64}/gsu) ?? []

const isReset = ({ reply }: FakeCall): boolean => reply.type === 'answer' && reply.delivery?.type === 'reset'

function fail(wire: Wire, reply: FakeFailure, to: ServerResponse): void {
  const { status, body } = reply.exact ?? wire.failure(reply.kind, reply.sentence ?? sentences[reply.kind])
  const wait = reply.retryAfter === undefined ? {} : { 'retry-after': String(reply.retryAfter) }
  json(to, status, body, wait)
}

function json(to: ServerResponse, status: number, body: Json, headers: Readonly<Record<string, string>> = {}): void {
  to.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

const sentences: Readonly<Record<FakeFailure['kind'], string>> = {
  'bad-request': 'The request is invalid.',
  'bad-key': 'API key not valid. Please pass a valid API key.',
  'rate-limited': 'This request would exceed your rate limit of 40,000 input tokens per minute.',
  unavailable: 'Internal server error',
  overloaded: 'Overloaded',
  overflow: 'prompt is too long',
  'too-large': 'Request exceeds the maximum size',
}

const quarterOfCharacters = ({ size }: FakeRequest, says: readonly Said[]): Usage => ({
  input: size,
  output: quarter(says),
  cacheRead: 0,
  cacheWrite: 0,
  reasoning: quarter(says.filter(said => said.type === 'reasoning')),
})

const quarter = (says: readonly Said[]): number => Math.ceil(saidText(says).length / 4)

const reportedUsage = ({ reportedShare = 1 }: Answer, usage: Usage): Usage => ({
  ...usage,
  input: Math.floor(usage.input * reportedShare),
})

function spentOn(calls: readonly FakeCall[]): Spent {
  const sum = (field: 'input' | 'output') => calls.reduce((total, { usage }) => total + (usage?.[field] ?? 0), 0)
  return { calls: calls.length, input: sum('input'), output: sum('output') }
}
