import { createServer, type Server } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { failureOf } from 'longhand/internal/engine'
import { createApp } from '../app.ts'
import type { House } from '../app-context.ts'
import { oddPath } from '../gate/check-path.ts'
import { refuse } from '../gate/gate.ts'
import { secure } from '../gate/secure-headers.ts'
import { bugLine } from '../telemetry/log.ts'
import { keepRoom } from './connection-limit.ts'
import { deliver } from './deliver.ts'

/** Slow senders are sent away. */
const patience = {
  headersTimeout: 5_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_384,
}

/** The app behind connections: with room for those who ask, and no patience for those who do not. */
export function createHttpServer(house: House): Server {
  const answer = getRequestListener(deliver(createApp(house).fetch, house.log), { errorHandler: onFailure(house) })
  const server = createServer(patience, answer)
  server.maxRequestsPerSocket = 1_000
  keepRoom(server)
  return server
}

/** Some requests are so odd that no address can be made of them; all else that gets here is our bug. */
const onFailure =
  ({ log }: House) =>
  (error: unknown): Response => {
    if (error instanceof RequestError) return secure(refuse(oddPath))
    log(bugLine(error))
    return secure(Response.json(failureOf(error), { status: 500 }))
  }
