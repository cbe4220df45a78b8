import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterEach, expect, test } from 'vitest'
import type { Line } from '../telemetry/log.ts'
import { bodyOf } from '../transfer/lines.ts'
import { deliverStreams } from './deliver.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** Serves one body in pieces; what is logged comes along. */
async function serve(body: ReadableStream<Uint8Array>) {
  const logged: Line[] = []
  const chunked = () => new Response(body, { headers: { 'transfer-encoding': 'chunked', 'x-mine': 'yes' } })
  const server = createServer(getRequestListener(deliverStreams(chunked, line => logged.push(line)))).listen(
    0,
    '127.0.0.1',
  )
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answer = await new Promise<IncomingMessage>(resolve => get({ port, host: '127.0.0.1' }, resolve))
  return { answer, logged }
}

async function* said(...pieces: readonly string[]) {
  for (const piece of pieces) {
    yield piece
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

test('K10 a body that ends is whole, with the headers of its answer', async () => {
  const { answer } = await serve(bodyOf(said('one ', 'two')))
  expect(answer.headers).toMatchObject({ 'transfer-encoding': 'chunked', 'x-mine': 'yes' })
  expect((await answer.toArray()).join('')).toBe('one two')
})

test('K10 a body that is all there at once is whole, and so is the next one on the same connection', async () => {
  const body = () => bodyOf(['one ', 'two ', 'three'])
  const chunked = () => new Response(body(), { headers: { 'transfer-encoding': 'chunked' } })
  const server = createServer(getRequestListener(deliverStreams(chunked, () => {}))).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let at = 0; at < 3; at++) {
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      get({ port, host: '127.0.0.1', agent }, resolve).on('error', reject),
    )
    expect((await answer.toArray()).join('')).toBe('one two three')
  }
  agent.destroy()
})

test('F6 a body that fails is cut, so that nobody takes it for whole, and nothing of the error is told', async () => {
  async function* failing() {
    yield* said('one')
    throw new Error('secret')
  }
  const { answer, logged } = await serve(bodyOf(failing()))
  let text = ''
  answer.on('data', piece => {
    text += piece
  })
  await expect(once(answer, 'end')).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(text).toBe('one')
  expect(logged).toMatchObject([{ event: 'bug' }])
})

test('W6 whoever leaves before the answer begins is forgotten too', async () => {
  let cancelled = false
  const endless = new ReadableStream<Uint8Array>({
    pull: to => to.enqueue(new Uint8Array(10)),
    cancel: () => {
      cancelled = true
    },
  })
  const asked = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const late = deliverStreams(
    async (_, { outgoing }) => {
      outgoing.once('close', left.resolve)
      asked.resolve()
      await left.promise
      return new Response(endless, { headers: { 'transfer-encoding': 'chunked' } })
    },
    () => {},
  )
  const server = createServer(getRequestListener(late)).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const request = get({ port, host: '127.0.0.1' }).on('error', () => {})
  await asked.promise
  request.destroy()
  await expect.poll(() => cancelled).toBe(true)
})

test('W6 nothing is made faster than it is read, and nothing any more for whoever has left', async () => {
  let made = 0
  let left = false
  const body = new ReadableStream<Uint8Array>({
    pull: to => {
      made++
      to.enqueue(new Uint8Array(100_000))
    },
    cancel: () => {
      left = true
    },
  })
  const { answer, logged } = await serve(body)
  await expect.poll(() => made).toBeGreaterThan(5)
  let before = -1
  await expect
    .poll(
      () => {
        const still = made === before
        before = made
        return still
      },
      { interval: 200, timeout: 10_000 },
    )
    .toBe(true)
  expect(made).toBeLessThan(1_000)
  answer.destroy()
  await expect.poll(() => left).toBe(true)
  expect(logged).toEqual([])
})
