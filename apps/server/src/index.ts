// The server for programs that start it themselves.
export { createApp } from './app.ts'
export type { AppContext as House } from './app-context.ts'
export { type AppContextOptions as HouseParts, createAppContext as openHouse } from './create-app-context.ts'
export { createServer, type ServerOptions } from './create-server.ts'
export { type Environment, readEnvironment } from './environment.ts'
export { type LonghandServer, type ServerParts, startServer } from './server.ts'
