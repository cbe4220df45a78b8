import { openPostgres } from 'longhand/postgres'
import { openCaller } from './processes-caller.ts'

// A process that serves one conversation of a Postgres it shares: it is told which calls to make and says what came of them.
const [url, conversation, calls] = process.argv.slice(2)
const storage = await openPostgres(url!)
const caller = openCaller(storage, conversation!, Number(calls))
process.on('message', async ([numbers, pace]: Parameters<typeof caller.call>) =>
  process.send!(await caller.call(numbers, pace)),
)
process.on('disconnect', async () => {
  await caller.end()
  process.exit()
})
process.send!('open')
