import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

/** Where requests go. */
export type Way = { readonly url: string; readonly token: string }

/** When a request was where, in milliseconds from its last byte on. */
export type Timing = {
  /** Its first byte at the provider. */
  readonly arrived: number
  /** What the relay says of its own time: from the last byte that it has read to its call. */
  readonly own: number
  /** The first byte of the answer. */
  readonly first: number
}

type Message = { readonly role: 'user' | 'assistant'; readonly content: unknown }
export type Talk = { readonly messages: Message[]; readonly next: (model?: string) => string }

/** A conversation of notes, each answered as the provider answers. Every body goes on from the one before, by 1.7 kB. */
export function createTalk(megabytes: number, name: string = crypto.randomUUID()): Talk {
  const messages: Message[] = [{ role: 'user', content: `Task ${name}: note down what I say.` }]
  // No two conversations say the same: what one has taught the server is no help with another.
  const seed = [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 99_991, 0)
  let step = 0
  const grow = (length: number) => {
    step++
    const words = Array.from(
      { length },
      (_, at) => `${(seed + step * 7919 + at * 104_729) % 99_991} src/f${at % 37}.ts`,
    )
    messages.push({ role: 'assistant', content: 'noted ' }, { role: 'user', content: words.join('\n') })
  }
  const size = () => messages.length * 3_300
  while (size() < megabytes * 1e6) grow(400)
  return {
    messages,
    next(model = 'claude-x') {
      grow(100)
      return JSON.stringify({ model, max_tokens: 100, stream: true, messages })
    },
  }
}

/** The same bodies on every way, one after the other, so that all meet the same machine. */
export async function inTurns(many: number, talk: Talk, ways: readonly Way[]): Promise<Timing[][]> {
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

const now = () => performance.timeOrigin + performance.now()

export async function send({ url, token }: Way, body: string): Promise<Timing> {
  const headers = { 'x-api-key': token, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const call = request(`${url}/v1/messages`, { method: 'POST', headers, agent })
  const answered = once(call, 'response')
  call.end(body)
  await once(call, 'finish')
  const sent = now()
  const [answer] = await answered
  await once(answer, 'readable')
  const first = now() - sent
  for await (const _ of answer);
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`)
  const own = Number(/longhand;dur=([\d.]+)/.exec(String(answer.headers['server-timing']))?.[1])
  return { arrived: Number(answer.headers['x-arrived']) - sent, own, first }
}

export const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!

export const ms = (value: number): string => `${value.toFixed(1)} ms`
