import { setTimeout as pause } from 'node:timers/promises'
import Anthropic from '@anthropic-ai/sdk'
import type { Target } from './http-target.ts'

/** One of the things that a server is asked to do during a soak, over and over. */
export type Job = {
  readonly name: string
  /** How many do it at once. */
  readonly lanes: number
  /** Milliseconds between two goes. */
  readonly pauseMs: number
  /** Begins a lane; what it returns is one go, told which. */
  readonly start: (target: Target) => Promise<(at: number) => Promise<void>>
}

/** Everything that people and programs do all day, at once. */
export const jobs = ({ pauseMs, turns }: { readonly pauseMs: number; readonly turns: number }): readonly Job[] => [
  { name: 'turns', lanes: 4, pauseMs, start: target => talk(target, turns) },
  { name: 'relayed', lanes: 2, pauseMs, start: agent },
  { name: 'imports', lanes: 1, pauseMs: 50 * pauseMs, start: async target => at => importTranscript(target, at) },
  { name: 'searches', lanes: 1, pauseMs: 2 * pauseMs, start: async target => at => search(target, at) },
  { name: 'feeds', lanes: 30, pauseMs: 0, start: async target => at => readFeed(target, at) },
]

/** Every so many turns a lane begins a conversation that stays short. */
const asideEvery = 50

async function talk(target: Target, turns: number): Promise<(at: number) => Promise<void>> {
  let own = await begin(target)
  return async at => {
    if (at % turns === 0) own = await begin(target)
    const conversation = at % asideEvery === 0 ? await begin(target) : own
    const text = `The price in src/prices/item-${at}.ts is ${(at % 97) + 0.5} euros. Please write it down beside the others.`
    const answer = await ask(target, `/api/conversations/${conversation}/messages`, {
      ...{ clientId: crypto.randomUUID(), text },
    })
    if (!answer.includes('"text-delta"')) throw new Error(`There was no answer: ${answer.slice(0, 1_000)}`)
  }
}

const begin = async (target: Target): Promise<string> => JSON.parse(await ask(target, '/api/conversations', {})).id

/** Exchanges after which an agent has done its task and takes on another. */
const taskLength = 150

/** A program that keeps its own history and sends all of it with every request. */
async function agent({ url, token }: Target): Promise<(at: number) => Promise<void>> {
  const client = new Anthropic({ baseURL: url, apiKey: token, maxRetries: 0 })
  let messages: { role: 'user' | 'assistant'; content: string }[] = []
  return async at => {
    if (at % taskLength === 0) messages = []
    messages.push({
      role: 'user',
      content: `Task ${crypto.randomUUID()}: what does harbour ${at} charge? ${'Look it up. '.repeat(20)}`,
    })
    const request = { model: 'claude-x', max_tokens: 500, messages }
    const answer = await client.messages.stream(request).finalMessage()
    messages.push({
      role: 'assistant',
      content: answer.content.map(part => ('text' in part ? part.text : '')).join(''),
    })
  }
}

/** Brings a transcript in, takes it away again as a file, and deletes all but every tenth. */
async function importTranscript(target: Target, at: number): Promise<void> {
  const line = `Harbour ${at} charges ${at % 89} euros for item-${at % 1_000}. `
  const transcript = Array.from({ length: at % 5 === 0 ? 5_000 : 1_000 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index}: ${line.repeat(10)}`,
  }))
  const { conversation } = JSON.parse(await ask(target, '/api/import', transcript))
  const file = await ask(target, `/api/conversations/${conversation}/export?format=json`)
  if (!file.includes(line)) throw new Error('The export lacks what was imported.')
  if (at % 10 !== 0) await ask(target, `/api/conversations/${conversation}`, null)
}

async function search(target: Target, at: number): Promise<void> {
  await ask(target, `/api/search?q=${encodeURIComponent(at % 2 === 0 ? 'price euros' : `item-${at % 1_000}`)}`)
}

/** How long a screen stays open. */
const screenMs = 60_000

/** A screen that is open for a while. */
async function readFeed({ url, token }: Target, at: number): Promise<void> {
  const closed = AbortSignal.timeout(screenMs + (at % 7) * 1_000)
  const feed = await fetch(`${url}/api/live`, { headers: { authorization: `Bearer ${token}` }, signal: closed })
  if (!feed.ok) throw new Error(`The feed answered ${feed.status}: ${await feed.text()}`)
  try {
    for await (const _ of feed.body!);
  } catch (error) {
    if (!closed.aborted) throw error
  }
  // A feed that the server ends by itself is opened again, but not as fast as it can be ended.
  await pause(100)
}

/** Asks with a body (null deletes), and throws when the answer isn't a success. */
async function ask({ url, token }: Target, path: string, body?: unknown): Promise<string> {
  const answer = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : body === null ? 'DELETE' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined || body === null ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 1_000)}`)
  return text
}
