// The server for programs that start it themselves.
export { createServer, type ServerOptions } from './create-server.ts'
export { endBySignal } from './end-by-signal.ts'
export type { LonghandServer } from './server.ts'
