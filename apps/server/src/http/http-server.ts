import { createServer, type Server } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { failureOf } from 'longhand/internal/engine'
import { createApp } from '../app.ts'
import type { AppContext } from '../app-context.ts'
import { badHost } from '../gate/check-host.ts'
import { ambiguousPath } from '../gate/check-path.ts'
import { refusalResponse } from '../gate/gate.ts'
import { secure } from '../gate/secure-headers.ts'
import { bugLine } from '../telemetry/log.ts'
import { limitConnections } from './connection-limit.ts'
import { deliverStreams } from './deliver.ts'

/** Slow senders are disconnected. */
const timeouts = {
  headersTimeout: 5_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_384,
}

/** The app as an HTTP server, with timeouts and a limit on idle connections. */
export function createHttpServer(context: AppContext): Server {
  const answer = getRequestListener(deliverStreams(createApp(context).fetch, context.log), {
    errorHandler: onFailure(context),
  })
  const server = createServer(timeouts, answer)
  server.maxRequestsPerSocket = 1_000
  limitConnections(server)
  return server
}

/** Some requests are so malformed that they have no valid URL; anything else that gets here is a bug. */
const onFailure =
  ({ log }: AppContext) =>
  (error: unknown): Response => {
    if (error instanceof RequestError)
      return secure(refusalResponse(/host header/i.test(error.message) ? badHost : ambiguousPath))
    log(bugLine(error))
    return secure(Response.json(failureOf(error), { status: 500 }))
  }
