// Someone else who uses the server: asks it every few milliseconds, and tells how long the longest answer took.
import { Agent, request } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const [url, token, conversation] = process.argv.slice(2) as [string, string, string]

/** The longest waits since they were asked for last, in milliseconds, and how late this process was itself. */
export type Waits = { readonly health: number; readonly state: number; readonly own: number }

const agent = new Agent({ keepAlive: true, maxSockets: 4 })
const own = monitorEventLoopDelay({ resolution: 10 })
own.enable()
let longest = { health: 0, state: 0 }

process.on('message', () => {
  process.send!({ ...longest, own: own.max / 1e6 - 10 } satisfies Waits)
  longest = { health: 0, state: 0 }
  own.reset()
})
process.on('disconnect', () => process.exit())

void askOn('health', '/healthz')
void askOn('state', `/api/conversations/${conversation}`)

async function askOn(which: 'health' | 'state', path: string): Promise<void> {
  for (;;) {
    const from = performance.now()
    await answered(path)
    longest[which] = Math.max(longest[which], performance.now() - from)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

function answered(path: string): Promise<void> {
  return new Promise(resolve => {
    const asked = request(url + path, { agent, headers: { authorization: `Bearer ${token}` } }, answer => {
      answer.resume().on('close', resolve)
    })
    asked.on('error', () => resolve()).end()
  })
}
