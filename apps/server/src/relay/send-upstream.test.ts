import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { LonghandError } from 'longhand'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Upstream } from '../models/upstreams.ts'
import { sendUpstream } from './send-upstream.ts'
import { bytesOfAnswer, type UpstreamRequest } from './upstream-answer.ts'

/** How many requests a connection answers before it is closed instead. */
let answersPerConnection = 1
const answered = new Map<Socket, number>()
const bodies: string[] = []
const provider = createServer(async (came, to) => {
  let body = ''
  for await (const piece of came) body += piece
  const before = answered.get(came.socket) ?? 0
  answered.set(came.socket, before + 1)
  if (before >= answersPerConnection) return void came.socket.destroy()
  bodies.push(body)
  to.end('Fine.')
})
let upstream: Upstream

beforeEach(async () => {
  answersPerConnection = 1
  answered.clear()
  bodies.length = 0
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const baseURL = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`
  upstream = { name: 'mine', protocols: ['openai-chat'], baseURL, key: null, hosted: false }
})
afterEach(() => {
  provider.closeAllConnections()
  provider.close()
})

async function send(body: UpstreamRequest['body']): Promise<string> {
  const request = { method: 'POST', path: 'chat/completions', query: '', headers: [], body }
  const answer = await sendUpstream(upstream, request, new AbortController().signal)
  return (await bytesOfAnswer(answer, 1_000)).toString()
}

const pieces = (text: string): readonly Uint8Array[] => [Buffer.from(text)]

test('H4.33 a connection that the provider has closed since costs nobody an answer', async () => {
  for (const text of ['one', 'two', 'three']) expect(await send(pieces(text))).toBe('Fine.')
  expect(bodies).toEqual(['one', 'two', 'three'])
})

test('H4.33 a provider that closes a new connection is asked no second time, and that is told', async () => {
  answersPerConnection = 0
  const failure = await send(pieces('one')).catch(error => error)
  expect(failure).toBeInstanceOf(LonghandError)
  expect(failure.message).toBe('The provider mine closed the connection without an answer. Ask again.')
  expect(answered.size).toBe(1)
})

test('H4.33 what comes as a stream is sent on a new connection', async () => {
  expect(await send(pieces('one'))).toBe('Fine.')
  expect(await send(new Blob(['two']).stream())).toBe('Fine.')
  expect(bodies).toEqual(['one', 'two'])
})

test('H4.33 a connection outlasts a step of the client', async () => {
  answersPerConnection = 2
  provider.keepAliveTimeout = 20_000
  expect(await send(pieces('one'))).toBe('Fine.')
  await setTimeout(6_000) // Node by itself keeps it for five seconds
  expect(await send(pieces('two'))).toBe('Fine.')
  expect(answered.size).toBe(1)
})
