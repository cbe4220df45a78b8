// The server for programs that start it themselves.
export { createApp } from './app.ts'
export { engineOf, type House } from './house.ts'
export { type HouseParts, openHouse } from './open-house.ts'
export { type LonghandServer, type ServerParts, startServer } from './server.ts'
