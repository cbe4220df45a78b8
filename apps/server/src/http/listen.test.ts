import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { closeGracefully, listen } from './listen.ts'

test('H8.1 a client that would keep its connection open after its last answer does not keep the server from ending', async () => {
  const asked = Promise.withResolvers<ServerResponse>()
  const server = createServer({ keepAliveTimeout: 60_000 }, (_, response) => asked.resolve(response))
  const forced = vi.spyOn(server, 'closeAllConnections')
  const client = connect(await listen(server, '127.0.0.1', 0), '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const response = await asked.promise
  const closed = closeGracefully(server)
  let said = ''
  client.on('data', chunk => {
    said += chunk
  })
  response.end('the last words')
  await Promise.all([closed, once(client, 'close')])
  expect(said).toContain('the last words')
  expect(forced).not.toHaveBeenCalled()
})
