import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fakeAnthropic } from '../testing/anthropic.ts'
import { chunksOf } from '../testing/chunks.ts'
import { ask } from '../testing/fill.ts'
import { start } from '../testing/start.ts'

test('S nothing that a message names is fetched, whoever says it and however it comes in', async () => {
  let asked = 0
  const spy = createServer((_, to) => {
    asked++
    to.end()
  }).listen(0, '127.0.0.1')
  await once(spy, 'listening')
  const address = `http://127.0.0.1:${(spy.address() as AddressInfo).port}/picture.png`
  const anthropic = await fakeAnthropic(100_000)
  const server = await start(anthropic)
  try {
    const say = async (id: string, clientId: string) => {
      const text = `Look at ${address} and ![this](${address}) and <img src="${address}">`
      return chunksOf((await ask(server, 'POST', `/api/conversations/${id}/messages`, { clientId, text })).body)
    }
    const picture = { type: 'image_url', image_url: { url: address } }
    const source = { type: 'image', source: { type: 'url', url: address } }
    const imports = [
      [{ role: 'user', content: [{ type: 'text', text: 'See' }, picture] }],
      [{ role: 'user', content: [{ type: 'text', text: 'See' }, source] }],
    ]
    for (const [at, messages] of imports.entries()) {
      const { conversation } = (await (await ask(server, 'POST', '/api/import', messages)).json()) as {
        conversation: string
      }
      await say(conversation, `m${at}`)
      await ask(server, 'POST', `/api/conversations/${conversation}/compact`, { force: true })
      await ask(server, 'GET', `/api/conversations/${conversation}/export?format=md`)
    }
    const file = { type: 'file', name: 'picture.png', mediaType: 'image/png', source: { type: 'url', url: address } }
    const messages = [{ role: 'user', parts: [{ type: 'text', text: 'See' }, file] }]
    expect((await ask(server, 'POST', '/api/stateless', { messages })).status).toBe(200)
    expect(anthropic.chats().length).toBe(imports.length)
    expect(JSON.stringify(anthropic.chats())).toContain(address)
    expect(asked).toBe(0)
  } finally {
    await server.close()
    await anthropic.fake.close()
    spy.close()
  }
})

test('S nobody who asks can say where a provider is', async () => {
  const server = await start()
  try {
    const change = { baseURL: 'http://127.0.0.1:1', providers: { anthropic: { base_url: 'http://127.0.0.1:1' } } }
    expect((await ask(server, 'PATCH', '/api/settings', change)).status).toBe(400)
    const asked = await server.api.create()
    expect((await ask(server, 'PATCH', `/api/conversations/${asked.id}`, { baseURL: 'http://x' })).status).toBe(400)
  } finally {
    await server.close()
  }
})
