import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Log } from '../telemetry/log.ts'
import { type Started, start } from '../testing/start.ts'

const frame = (data: { readonly type: string; readonly [key: string]: unknown }) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
const word = (text: string) => frame({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })
const begin =
  frame({ type: 'message_start', message: { usage: { input_tokens: 9, output_tokens: 1 } } }) +
  frame({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })

/** How often the next answers are cut in the middle before one comes whole. */
let cuts = 0
/** The status of the next answers: what is no 200 breaks off before its end. */
let status = 200
const provider = createServer(async (came, to) => {
  for await (const _ of came);
  if (status !== 200) {
    to.writeHead(status, { 'content-length': 99 }).write('{"type":')
    return void setTimeout(() => to.destroy(), 20)
  }
  to.writeHead(200, { 'content-type': 'text/event-stream' })
  to.write(begin + word('It is '))
  if (cuts-- > 0) setTimeout(() => to.destroy(), 20)
  else to.end(word('closed.') + frame({ type: 'message_stop' }))
})

let server: Started
let logged: string[] = []
beforeEach(async () => {
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const baseURL = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`
  logged = []
  status = 200
  const log: Log = ({ event, code }) => void logged.push(`${event} ${code}`)
  server = await start({
    log,
    upstreams: [{ name: 'anthropic', protocols: ['anthropic'], baseURL, key: 'k', hosted: true }],
  })
})
afterEach(async () => {
  await server.close()
  provider.closeAllConnections()
  provider.close()
})

type Item = { readonly role: string; readonly content: string }
const talk: readonly Item[] = [
  { role: 'user', content: 'Hello.' },
  { role: 'assistant', content: 'Hi.' },
  { role: 'user', content: 'Is the harbour open?' },
]

const ask = (messages: readonly Item[]) =>
  fetch(`${server.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': server.token, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'claude-x', max_tokens: 5, stream: true, messages }),
  })

/** What the conversation says now, in order. */
async function wordsIn(id: string): Promise<readonly string[]> {
  const { entries } = await server.api.entries(id)
  return entries.flatMap(entry =>
    entry.type === 'message' ? entry.message.parts.map(part => (part.type === 'text' ? part.text : part.type)) : [],
  )
}

test.each([1, 3])(
  'H4.23, H4.24 an answer that its provider cuts %i times is whole in the end, and nothing is there twice',
  async times => {
    cuts = times
    for (let at = 0; at < times; at++) {
      const cut = await ask(talk)
      // The client sees that it was cut: nothing pretends that this was all.
      await expect(cut.text()).rejects.toThrow()
    }
    const whole = await ask(talk)
    expect(await whole.text()).toContain('message_stop')
    const id = whole.headers.get('longhand-conversation')!
    const next = await ask([
      ...talk,
      { role: 'assistant', content: 'It is closed.' },
      { role: 'user', content: 'Why?' },
    ])
    await next.text()
    const said = ['Hello.', 'Hi.', 'Is the harbour open?', 'It is closed.', 'Why?']
    await expect.poll(() => wordsIn(id)).toEqual([...said, 'It is closed.'])
    // What came before the cut is kept beside it, once.
    const kept = (await server.api.branches(id)).map(({ preview }) => preview)
    expect(kept.filter(text => text.trim() === 'It is')).toHaveLength(1)
    expect(await server.api.conversations()).toHaveLength(1)
    // A failure of the world, and no bug of ours.
    expect(logged.filter(line => line.startsWith('bug'))).toEqual([])
    expect(logged.filter(line => line === 'cut unreachable')).toHaveLength(times)
  },
)

test('H4.24 a provider that breaks off while it says what is wrong has not been reached, and that is no bug of ours', async () => {
  await (await ask(talk)).text()
  status = 500
  const answer = await ask([
    ...talk,
    { role: 'assistant', content: 'It is closed.' },
    { role: 'user', content: 'Why?' },
  ])
  expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining('broke off its answer')])
  expect(logged.filter(line => line.startsWith('bug'))).toEqual([])
})
