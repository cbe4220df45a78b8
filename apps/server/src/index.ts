// The server for programs that start it themselves.
export { createApp } from './app.ts'
export { createServer, type ServerOptions } from './create-server.ts'
export { type Environment, readEnvironment } from './environment.ts'
export type { House } from './house.ts'
export { type HouseParts, openHouse } from './open-house.ts'
export { type LonghandServer, type ServerParts, startServer } from './server.ts'
