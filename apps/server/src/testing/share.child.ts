// A server in a process of its own on a Postgres that others use too: `share.child.ts DATABASE PROVIDER`. Prints where
// it is, as JSON.
import { openPostgres } from 'longhand/postgres'
import { usingAnthropic } from './anthropic.ts'
import { start } from './start.ts'

const [database = '', provider = ''] = process.argv.slice(2)
const storage = await openPostgres(database)
const { url, token, close } = await start({ storage, ...usingAnthropic(provider, 4_000) })
process.once('SIGTERM', () => void close().then(() => process.exit(0)))
console.log(JSON.stringify({ url, token }))
