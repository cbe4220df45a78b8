import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitConnections } from './connection-limit.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(answer: RequestListener): Promise<() => ReturnType<typeof connect>> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  limitConnections(server, { maxConnections: 12, spare: 4, stalledMs: 200 })
  await once(server, 'listening')
  closing.push(() => server.close().closeAllConnections())
  return () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    closing.push(() => socket.destroy())
    return socket.on('error', () => {})
  }
}

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

test('S whoever is being answered keeps the connection; the oldest that asks for nothing loses it', async () => {
  const open = await serve((_, to) => to.writeHead(200).write('begun'))
  const answered = Array.from({ length: 6 }, open)
  for (const socket of answered) {
    socket.write(request + request)
    await once(socket, 'data')
  }
  const gone: number[] = []
  for (let at = 0; at < 5; at++) {
    const half = open().on('close', () => gone.push(at))
    half.write('GET /')
    await once(half, 'connect')
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  await expect.poll(() => gone).toEqual([0, 1, 2])
  expect(answered.map(({ destroyed }) => destroyed)).toEqual([false, false, false, false, false, false])
})

test('S an answer that nobody reads is given up; one that takes long to begin is not', async () => {
  const open = await serve(({ url }, to) => {
    if (url === '/') to.end(Buffer.alloc(50_000_000))
    else setTimeout(() => to.end('late'), 700)
  })
  const [stalled, patient] = [open().pause(), open()]
  stalled.write(request)
  patient.write(request.replace('/', '/late'))
  let text = ''
  patient.on('data', bytes => {
    text += bytes
  })
  await expect.poll(() => text, { timeout: 5_000 }).toContain('late')
  let read = 0
  stalled.on('data', bytes => {
    read += bytes.length
  })
  stalled.resume()
  await once(stalled, 'close')
  expect(read).toBeLessThan(50_000_000)
})
