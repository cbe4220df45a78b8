import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { createApi } from 'longhand/client'
import { type Loop, startTarget, type Target } from './http-target.ts'

/** What a provider may answer that no honest one does. */
type HostileAnswer = {
  readonly name: string
  readonly type: 'text/event-stream' | 'application/json'
  readonly body: string
}

/** What one answer did to the server and its client. */
export type HostileFelt = {
  readonly name: string
  readonly loop: Loop
  /** What is wrong; nothing is. */
  readonly damage: readonly string[]
}

/** Headers that a browser would take for ours, or a proxy before us obey. */
const hostileHeaders: Readonly<Record<string, string>> = {
  'clear-site-data': '"*"',
  refresh: '0; url=https://evil.example/',
  location: 'https://evil.example/',
  link: '<https://evil.example/x.js>; rel=preload',
  'set-cookie': 'a=b',
  'access-control-allow-origin': '*',
  'access-control-allow-credentials': 'true',
  'www-authenticate': 'Basic',
  'service-worker-allowed': '/',
  'x-accel-redirect': '/private/',
  'x-sendfile': '/etc/passwd',
}

const events = (all: readonly string[]): string => all.map(event => `data: ${event}\n\n`).join('')
const start = (index: number, block: string) =>
  `{"type":"content_block_start","index":${index},"content_block":${block}}`
const word = '{"type":"text","text":"Fine."}'
const stop = '{"type":"message_stop"}'
const nest = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** Each says `Fine.` first, and the rest in so many levels, blocks or letters. */
function hostileAnswers(many: number): readonly HostileAnswer[] {
  const call = `{"type":"tool_use","id":"toolu_1","name":"run","input":{"deep":${nest(many / 20)}}}`
  const streamed = (name: string, all: readonly string[]): HostileAnswer => ({
    ...{ name: `${name}, in events`, type: 'text/event-stream' },
    body: events([start(0, word), ...all, stop]),
  })
  return [
    streamed('an event that nests deep', [`{"type":"content_block_delta","index":0,"delta":${nest(4 * many)}}`]),
    streamed('an event without an end', [`{"type":"ping","x":"${'x'.repeat(8 * many)}"}`]),
    streamed(
      'many blocks',
      Array.from({ length: many }, (_, at) => start(at + 1, word)),
    ),
    streamed('an input that nests deep', [start(1, call)]),
    ...[
      { name: 'many lines that say nothing', line: 'data:\n' },
      { name: 'many empty lines', line: '\n' },
      { name: 'many broken events', line: 'data:{\n' },
    ].map(({ name, line }) => ({
      ...streamed(name, []),
      body: events([start(0, word), stop]) + line.repeat(8 * many),
    })),
    { name: 'an input that nests deep', type: 'application/json', body: `{"id":"m","content":[${word},${call}]}` },
    {
      ...{ name: 'many blocks', type: 'application/json' },
      body: `{"id":"m","content":[${Array.from({ length: many }, () => word).join()}]}`,
    },
  ]
}

/** Asks a server whose provider answers with each of them. */
export async function meetHostileProvider(many: number): Promise<readonly HostileFelt[]> {
  let answer: HostileAnswer = { name: 'an honest one', type: 'text/event-stream', body: events([start(0, word), stop]) }
  const provider = createServer(async (came, to) => {
    for await (const _ of came);
    to.writeHead(200, { ...hostileHeaders, 'content-type': answer.type }).end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const baseURL = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`
  const variables = { ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: baseURL }
  const target = await startTarget({ database: null, variables })
  try {
    const felt: HostileFelt[] = []
    for (const next of [answer, ...hostileAnswers(many)]) {
      answer = next
      await target.loop()
      const damage = await damageBy(next, target)
      felt.push({ name: next.name, damage, loop: await target.loop() })
    }
    return felt
  } finally {
    await target.close()
    provider.closeAllConnections()
    provider.close()
  }
}

async function damageBy({ name, body }: HostileAnswer, target: Target): Promise<readonly string[]> {
  const { headers, text } = await ask(name, target)
  const passed = Object.keys(hostileHeaders).filter(header => headers[header] !== undefined)
  return [
    ...(text === body ? [] : [`${name}: the client got ${text.length} of ${body.length} letters`]),
    ...passed.map(header => `${name}: ${header} was passed on`),
    ...((await isStored(String(headers['longhand-conversation']), target))
      ? []
      : [`${name}: the answer was not stored`]),
  ]
}

/** A conversation of its own for each answer. */
function ask(name: string, { url, token }: Target) {
  const messages = [name, 'Hello.', 'Go on.'].map((content, at) => ({ role: at % 2 ? 'assistant' : 'user', content }))
  const headers = { 'x-api-key': token, 'content-type': 'application/json' }
  return new Promise<{ headers: Readonly<Record<string, unknown>>; text: string }>((resolve, reject) => {
    const asked = request(`${url}/v1/messages`, { method: 'POST', headers, agent: false }, async answer => {
      const pieces: Buffer[] = []
      for await (const piece of answer) pieces.push(piece as Buffer)
      resolve({ headers: answer.headers, text: Buffer.concat(pieces).toString() })
    })
    asked.on('error', reject).end(JSON.stringify({ model: 'claude-x', max_tokens: 9, stream: true, messages }))
  })
}

/** Whether the answer is there, which is stored a moment after its client has it. */
async function isStored(id: string, { url, token }: Target): Promise<boolean> {
  const api = createApi({ base: url, headers: { authorization: `Bearer ${token}` } })
  for (let looks = 0; looks < 100; looks++) {
    const { entries } = await api.entries(id)
    const last = entries.findLast(entry => entry.type === 'message')
    if (entries.length > 3 && last?.type === 'message') return JSON.stringify(last.message.parts[0]).includes('Fine.')
    await setTimeout(100)
  }
  return false
}
