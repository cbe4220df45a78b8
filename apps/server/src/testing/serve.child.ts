// A server in a process of its own, to be killed: `serve.child.ts FOLDER`. Prints where it is, as JSON.
import { openEmbedded } from 'longhand/embedded'
import { armFromEnvironment } from 'longhand/internal/testing'
import { dripping } from './dripping.ts'
import { start } from './start.ts'

armFromEnvironment()
const [folder = ''] = process.argv.slice(2)
const words = Array.from({ length: 100 }, (_, at) => `word${at + 1}`).join(' ')
const { url, token, close } = await start({ storage: await openEmbedded(folder), speak: dripping(words, 50) })
process.once('SIGTERM', () => void close().then(() => process.exit(0)))
console.log(JSON.stringify({ url, token }))
