import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { anthropicProtocol } from 'longhand/internal/relay'
import { expect, test } from 'vitest'
import { passAnswer } from './pass-answer.ts'

test('H4.24 an answer that has broken off before it is passed on is cut for its client too', async () => {
  const server = createServer(async (_, outgoing) => {
    const body = new PassThrough()
    await once(body.destroy(), 'close')
    const answer = { status: 200, headers: [], body }
    passAnswer({ outgoing }, { answer, headers: [], stop: new AbortController(), log: () => {}, listening: null })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const call = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }).end()
  const all = once(call, 'response').then(([answer]) => answer.toArray())
  await expect(all).rejects.toThrow(/aborted|hang up/)
  server.close()
})

test('H4.4 others get their turn while an answer of very many lines is heard, which goes back byte for byte', async () => {
  const piece = Buffer.from('data:\n'.repeat(10_000))
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  const server = createServer((_, outgoing) => {
    const headers = [['content-type', 'text/event-stream']] as const
    const answer = { status: 200, headers, body: Readable.from(Array.from({ length: 50 }, () => piece)) }
    const none = { onFirst: () => {}, onFault: () => expect.fail(), onFailure: () => expect.fail() }
    const listening = { ...none, protocol: anthropicProtocol, onHeard: () => expect.fail() }
    passAnswer({ outgoing }, { answer, headers: [], stop: new AbortController(), log: () => {}, listening })
    answer.body.once('end', () => {
      isOver = true
    })
    count()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const call = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }).end()
  const [answer] = await once(call, 'response')
  expect(Buffer.concat(await answer.toArray())).toEqual(Buffer.concat(Array.from({ length: 50 }, () => piece)))
  expect(turns).toBeGreaterThan(40)
  server.close()
})
