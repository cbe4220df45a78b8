import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createGenerate } from '../ai-sdk/generate.ts'
import { user } from '../core/message.ts'
import { startFakeProvider } from '../testing/fake-provider/fake-provider.ts'
import { realModel } from '../testing/fake-provider/real-providers.ts'
import { boundedFetch } from './bounded-fetch.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Answers with as many megabytes as it is asked for, unless the caller leaves; says how many it could send. */
async function served(type: string, mb: number, line: string) {
  const sent = { mb: 0 }
  const server = createServer(async (_, to) => {
    to.writeHead(200, { 'content-type': type })
    const piece = line.repeat(1_000_000 / line.length)
    for (; sent.mb < mb && !to.destroyed; sent.mb++) await written(to, piece)
    to.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return { sent, response: await boundedFetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`) }
}

const written = (to: ServerResponse, text: string) =>
  new Promise<void>(resolve => {
    to.once('close', resolve)
    to.write(text, () => resolve())
  })

async function bytesOf(response: Response): Promise<number> {
  let bytes = 0
  for await (const piece of response.body!) bytes += piece.length
  return bytes
}

test('F6 a stream of any length passes, as long as its lines end', async () => {
  const { response } = await served('text/event-stream; charset=utf-8', 100, `${'x'.repeat(99)}\n`)
  expect(await bytesOf(response)).toBe(100_000_000)
})

test.each([
  ['a line of a stream', 'text/event-stream', 32],
  ['an answer in one piece', 'application/json', 64],
])('F6 %s that never ends is broken off', async (_, type, most) => {
  const { response, sent } = await served(type, 1_000, 'x')
  await expect(bytesOf(response)).rejects.toThrow('More in one piece than any model writes')
  expect(sent.mb).toBeLessThan(most + 30)
})

test('F6 a provider that never ends its line is told like any other failure, once', async () => {
  const fake = await startFakeProvider()
  closing.push(fake.close)
  const generate = createGenerate(realModel('openai-chat', 'one-line', { ...fake, fetch: boundedFetch }))
  const request = {
    conversation: { owner: 'o', id: 'c' },
    messages: [user('Hello')],
    instructions: 'Be brief.',
    maxOutput: 500,
  }
  const all = []
  for await (const event of generate(request, new AbortController().signal)) all.push(event)
  expect(all).toMatchObject([
    { type: 'failed', failure: { type: 'other', sentence: expect.stringContaining('one piece') } },
  ])
  await vi.waitFor(() => expect(fake.calls.at(-1)!.ended).toBe('aborted'))
})

test.each([301, 302, 303, 307, 308])(
  'H4.22 a redirect (%i) is not followed: neither key nor conversation goes to where it leads',
  async status => {
    const elsewhere = await listening((_, to) => void to.end('{}'))
    const provider = await listening((_, to) => void to.writeHead(status, { location: elsewhere.url }).end())
    const model = realModel('anthropic', 'any', { baseURL: provider.url, fetch: boundedFetch })
    const request = {
      ...{ conversation: { owner: 'o', id: 'c' }, messages: [user('Hello')] },
      ...{ instructions: 'Be brief.', maxOutput: 500 },
    }
    const all = []
    for await (const event of createGenerate(model)(request, new AbortController().signal)) all.push(event)
    const sentence = 'The provider answers with a redirect. Set its base URL to the final address.'
    expect(all).toEqual([{ type: 'failed', failure: { type: 'other', sentence } }])
    expect([provider.asked(), elsewhere.asked()]).toEqual([1, 0])
  },
)

async function listening(answer: RequestListener) {
  let asked = 0
  const server = createServer((came, to) => {
    asked++
    answer(came, to)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked }
}
