import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
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
