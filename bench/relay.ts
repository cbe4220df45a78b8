import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createApi } from 'longhand/client'
import { read } from '../faults/http-send.ts'
import { startTarget, type Target } from '../faults/http-target.ts'
import { type Cell, table } from '../scripts/table.ts'

/** `npm run bench -- relay`: the same requests straight to a provider and through Longhand, in turns, in one run. */
export async function run(args: readonly string[]): Promise<void> {
  const options = { requests: { type: 'string' }, messages: { type: 'string' }, streams: { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options })
  const requests = Number(values.requests ?? 60)
  const provider = await startProvider()
  const variables = { ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: provider.url }
  const direct: Way = { url: provider.url.replace(/\/v1$/, ''), token: 'none' }
  const target = await startTarget({ database: null, variables })
  await openWide(target)
  const hot: Cell[][] = []
  for (const megabytes of [0.1, 1, 4]) {
    const talk = createTalk(megabytes)
    const [plain, relayed] = await inTurns(requests, talk, [direct, target])
    hot.push(rowOf(`${megabytes} MB, ${talk.messages.length} messages`, plain!, relayed!))
  }
  console.log(`\n${table(hotHead, hot)}`)
  console.log(`\n${table(filledHead, [await withMany(target, Number(values.messages ?? 20_000))])}`)
  console.log(`\n${table(streamHead, [await streams(target, Number(values.streams ?? 200))])}`)
  await target.close()
  provider.child.kill()
}

/** What is measured is the way and not the folding: the window holds everything, and only people fold. */
async function openWide({ url, token }: Target): Promise<void> {
  const api = createApi({ base: url, headers: { authorization: `Bearer ${token}` } })
  const { policy } = await api.settings()
  const windows = Object.fromEntries(['claude-x', 'slow'].map(model => [`anthropic/${model}`, 10_000_000]))
  await api.changeSettings({ policy: { ...policy, automatic: 'off' }, windows })
}

/** Where requests go. */
type Way = Pick<Target, 'url' | 'token'>

type Timing = {
  /** From the last byte of the request to its first byte at the provider. */
  readonly own: number
  /** From the last byte of the request to the first byte of the answer. */
  readonly first: number
}

const hotHead = [
  'body',
  'to the provider, p50',
  'p95',
  'first byte direct, p50',
  'p95',
  'relayed, p50',
  'p95',
  'more, p95',
]

const rowOf = (name: string, plain: readonly Timing[], relayed: readonly Timing[]): Cell[] => {
  const own = relayed.map(one => one.own)
  const [direct, through] = [plain, relayed].map(timings => timings.map(({ first }) => first)) as [number[], number[]]
  const figures = [own, direct, through].flatMap(times => [ms(percentile(times, 0.5)), ms(percentile(times, 0.95))])
  return [name, ...figures, ms(percentile(through, 0.95) - percentile(direct, 0.95))]
}

const filledHead = ['messages stored', 'first byte before, p50', 'with so many, p50', 'more']

/** Whether a conversation takes longer where many others are stored. */
async function withMany(target: Target, stored: number): Promise<Cell[]> {
  const median = async () => {
    const [found] = await inTurns(10, createTalk(0.1), [target])
    return percentile(
      found!.map(({ first }) => first),
      0.5,
    )
  }
  const before = await median()
  for (let many = 0; many < stored; ) {
    const other = createTalk(1)
    await send(target, other.next())
    many += other.messages.length
  }
  const after = await median()
  return [stored, ms(before), ms(after), ms(after - before)]
}

const streamHead = ['streams at once', 'finished', 'event loop late, p99', 'at most', 'computed at once at most']

/** So many answers at a time, word by word. */
async function streams(target: Target, many: number): Promise<Cell[]> {
  const talks = Array.from({ length: many }, (_, at) => createTalk(0.02, `stream ${at}`))
  for (const talk of talks) await send(target, talk.next())
  await read(`${target.url}/metrics`, target.token)
  const done = await Promise.allSettled(talks.map(talk => send(target, talk.next('slow'))))
  const text = await read(`${target.url}/metrics`, target.token)
  const [p99, max, busy] = ['delay_p99', 'delay_max', 'busy_max'].map(name =>
    ms(1000 * Number(new RegExp(`^longhand_event_loop_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1])),
  ) as [string, string, string]
  return [many, done.filter(({ status }) => status === 'fulfilled').length, p99, max, busy]
}

type Message = { readonly role: 'user' | 'assistant'; readonly content: unknown }
type Talk = { readonly messages: Message[]; readonly next: (model?: string) => string }

/** A conversation of long notes, each answered as the provider answers. Every body goes on from the one before. */
function createTalk(megabytes: number, name: string = crypto.randomUUID()): Talk {
  const messages: Message[] = [{ role: 'user', content: `Task ${name}: note down what I say.` }]
  let step = 0
  const grow = () => {
    step++
    const words = Array.from({ length: 400 }, (_, at) => `${(step * 7919 + at * 104_729) % 99_991} src/f${at % 37}.ts`)
    messages.push({ role: 'assistant', content: 'noted ' }, { role: 'user', content: words.join('\n') })
  }
  const size = () => messages.length * 3_300
  while (size() < megabytes * 1e6) grow()
  return {
    messages,
    next(model = 'claude-x') {
      grow()
      return JSON.stringify({ model, max_tokens: 100, stream: true, messages })
    },
  }
}

/** The same bodies on every way, one after the other, so that all meet the same machine. */
async function inTurns(many: number, talk: Talk, ways: readonly Way[]): Promise<Timing[][]> {
  const found: Timing[][] = ways.map(() => [])
  for (let at = -warmUp; at < many; at++) {
    const body = talk.next()
    for (const [index, way] of ways.entries()) {
      await setTimeout(pauseMs)
      const timing = await send(way, body)
      if (at >= 0) found[index]!.push(timing)
    }
  }
  return found
}

const warmUp = 5

/** An agent runs a tool between two requests; what is stored after an answer is not on the way of the next one. */
const pauseMs = 100
const agent = new Agent({ keepAlive: true, maxSockets: 500 })

async function send({ url, token }: Way, body: string): Promise<Timing> {
  const headers = { 'x-api-key': token, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const call = request(`${url}/v1/messages`, { method: 'POST', headers, agent })
  const answered = once(call, 'response')
  call.end(body)
  await once(call, 'finish')
  const sent = performance.timeOrigin + performance.now()
  const [answer] = await answered
  await once(answer, 'readable')
  const first = performance.timeOrigin + performance.now() - sent
  for await (const _ of answer);
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`)
  return { own: Number(answer.headers['x-arrived']) - sent, first }
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!

const ms = (value: number): string => `${value.toFixed(1)} ms`

async function startProvider(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const program = join(import.meta.dirname, 'relay-provider.child.ts')
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill())
  const [url] = await once(createInterface({ input: child.stdout! }), 'line')
  return { child, url }
}
