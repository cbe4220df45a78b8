import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Generate, localOwner, type Storage, type StoredEntry } from 'longhand/internal/engine'
import { openMemory } from 'longhand/memory'
import { afterEach, expect, test } from 'vitest'
import { chunksOf, textIn } from './testing/chunks.ts'
import { type Started, type StartOptions, start } from './testing/start.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function opened(options: StartOptions): Promise<Started> {
  const server = await start({ drainMs: 60_000, ...options })
  closing.push(server.close)
  return server
}

/** A model that says half of its answer, and the rest when it is let go. */
function halfway() {
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const generate: Generate = async function* (_, signal) {
    const [half, whole] = ['Half', 'Half and half']
    yield { type: 'chunk', chunk: { type: 'text-delta', id: '1', delta: half }, parts: () => textOf(half) }
    begun.resolve()
    const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort')
    await Promise.race([goOn.promise, stopped])
    if (signal.aborted) return yield { type: 'failed', failure: { type: 'cancelled', sentence: 'Stopped.' } }
    yield { type: 'chunk', chunk: { type: 'text-delta', id: '1', delta: ' and half' }, parts: () => textOf(whole) }
    yield { type: 'end', messages: [{ role: 'assistant', parts: textOf(whole) }], finish: 'stop', usage: null }
  }
  return { generate, begun: begun.promise, goOn: () => goOn.resolve() }
}

const textOf = (text: string) => [{ type: 'text', text }] as const

const status = async (server: Started, path: string) => (await fetch(server.url + path)).status

test('H8.1 a server that drains is not ready, refuses new turns with the time to wait, and finishes what it is saying', async () => {
  const model = halfway()
  const server = await opened({ speak: model.generate })
  const [here, there] = [await server.api.create(), await server.api.create()]
  const reading = server.api.send(here.id, { clientId: 'm1', text: 'Hello' }, {}).then(chunksOf)
  await model.begun
  expect(await status(server, '/readyz')).toBe(200)
  const drained = server.drain()
  const ready = await fetch(`${server.url}/readyz`)
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await ready.json()).toMatchObject({
    code: 'shutting-down',
    sentence: expect.stringContaining('shutting down'),
  })
  expect(await status(server, '/healthz')).toBe(200)
  for (const path of ['messages', 'retry', 'compact']) {
    const refused = await fetch(`${server.url}/api/conversations/${there.id}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ clientId: 'm2', text: 'Too late' }),
    })
    expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 503, '2'])
  }
  // Who is here already can go on reading.
  expect(await server.api.conversation(there.id)).toMatchObject({ id: there.id })
  model.goOn()
  await drained
  expect(textIn(await reading)).toBe('Half and half')
})

test('H8.1 an answer without a reader is waited for as well, and is whole', async () => {
  const model = halfway()
  const storage = openMemory()
  const server = await opened({ speak: model.generate, storage })
  const { id } = await server.api.create()
  const leave = new AbortController()
  const sent = await server.api.send(id, { clientId: 'm1', text: 'Hello' }, { signal: leave.signal })
  await model.begun
  leave.abort()
  await sent?.cancel().catch(() => null)
  const drained = server.drain()
  model.goOn()
  await drained
  await server.close()
  expect(await endingIn(storage, id)).toEqual(['Half and half', null])
})

test.each([
  ['whose time is over', { drainMs: 0 }, () => undefined],
  ['that someone is in a hurry about', { drainMs: 60_000 }, () => AbortSignal.abort()],
])('H8.1 K8 an answer %s is kept as far as it was shown, as interrupted', async (_, options, hurry) => {
  const model = halfway()
  const storage = openMemory()
  const server = await opened({ speak: model.generate, storage, ...options })
  const { id } = await server.api.create()
  const reading = server.api.send(id, { clientId: 'm1', text: 'Hello' }, {}).then(chunksOf)
  await model.begun
  await server.drain(hurry())
  await server.close()
  await reading
  expect(await endingIn(storage, id)).toEqual(['Half', 'interrupted'])
})

test('H8.1 an answer that a client of the relay is getting is finished, and the next is refused in the provider’s shape', async () => {
  const goOn = Promise.withResolvers<void>()
  const provider = createServer(async (_, to) => {
    to.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
    await goOn.promise
    to.end('{"content":[{"type":"text","text":"All of it"}]}')
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  closing.push(async () => provider.close())
  const baseURL = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const upstreams = [{ name: 'anthropic', protocols: ['anthropic'], baseURL, key: 'k', hosted: true }] as const
  const server = await opened({ upstreams })
  const ask = () =>
    fetch(`${server.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': server.token, 'content-type': 'application/json' },
      body: '{"model":"claude-x","max_tokens":5,"messages":[{"role":"user","content":"Hello"}]}',
    })
  const answer = await ask()
  let isOver = false
  const drained = server.drain().then(() => {
    isOver = true
  })
  const refused = await ask()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await refused.json()).toMatchObject({ type: 'error', error: { message: expect.stringContaining('shutting') } })
  expect(isOver).toBe(false)
  goOn.resolve()
  expect(await answer.text()).toContain('All of it')
  await drained
})

test('H8.13 with nothing to finish it stays up and says 503 for as long as a proxy needs, unless someone is in a hurry', async () => {
  const server = await opened({ notReadyMs: 600_000 })
  const { id } = await server.api.create()
  const hurry = new AbortController()
  let isOver = false
  const drained = server.drain(hurry.signal).then(() => {
    isOver = true
  })
  for (let time = 0; time < 3; time++) expect(await status(server, '/readyz')).toBe(503)
  await expect(server.api.send(id, { clientId: 'm1', text: 'Late' }, {})).rejects.toMatchObject({
    code: 'shutting-down',
  })
  expect([isOver, await status(server, '/healthz')]).toEqual([false, 200])
  hurry.abort()
  await drained
})

test('H8.13 it ends by itself when that time is over, and not before', async () => {
  const server = await opened({ notReadyMs: 200 })
  const from = performance.now()
  await server.drain()
  // Timers may be a millisecond early.
  expect(performance.now() - from).toBeGreaterThan(190)
})

async function endingIn(storage: Storage, id: string): Promise<readonly unknown[]> {
  const { entries } = await storage.as(localOwner).entries.page(id, { limit: 1 })
  const [{ entry, about }] = entries as [StoredEntry]
  const { ending = null } = (about ?? {}) as { readonly ending?: string }
  return [
    entry.type === 'message' ? entry.message.parts.map(part => (part.type === 'text' ? part.text : '')).join('') : '',
    ending,
  ]
}
