// The least that stands between a client and its provider: a proxy that passes bytes on and looks at none. Prints where it is.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const upstream = new URL(process.argv[2]!)
const server = createServer((came, to) => {
  const { host: _, connection: __, ...headers } = came.headers
  const call = request({
    hostname: upstream.hostname,
    port: upstream.port,
    path: came.url,
    method: came.method,
    headers,
  })
  call.once('response', answer => {
    to.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(to)
  })
  came.pipe(call)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
