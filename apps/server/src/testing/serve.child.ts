// A server in a process of its own, to be killed: `serve.child.ts FOLDER [DRAIN-MS] [WORDS]`. Prints where it is, as JSON.
import { openEmbedded } from 'longhand/embedded'
import { armFromEnvironment } from 'longhand/internal/testing'
import { endBySignal } from '../end-by-signal.ts'
import { dripping } from './dripping.ts'
import { start } from './start.ts'

armFromEnvironment()
const [folder = '', drainMs = '0', count = '100'] = process.argv.slice(2)
const words = Array.from({ length: Number(count) }, (_, at) => `word${at + 1}`).join(' ')
const server = await start({
  storage: await openEmbedded(folder),
  speak: dripping(words, 50),
  drainMs: Number(drainMs),
})
console.log(JSON.stringify({ url: server.url, token: server.token }))
await endBySignal(server)
