// A process with a watchdog, whose loop does as it is told: `block:3000` computes for 3 s, `rest:3000` waits, and
// `stop:3000` computes for 3 s before and after it stops the whole process, until someone else lets it go on.
import { startWatchdog } from './watchdog.ts'

const [warnMs, endMs, ...steps] = process.argv.slice(2) as [string, string, ...string[]]
let blocked = 0
let step = 'start'
const { beat, close } = startWatchdog({
  warnMs: Number(warnMs),
  killMs: Number(endMs),
  logLevel: 'all',
  currentWork: () => ({ step }),
  onBlocked: () => blocked++,
})
// The thread has started when it has looked a few times.
await new Promise(resolve => setTimeout(resolve, 1_000))
console.log('ready')
for (const [what, ms] of steps.map(one => one.split(':'))) {
  step = `${what}:${ms}`
  beat()
  if (what === 'rest') await new Promise(resolve => setTimeout(resolve, Number(ms)))
  else block(Number(ms))
  if (what !== 'stop') continue
  console.log('stops')
  process.kill(process.pid, 'SIGSTOP')
  block(Number(ms))
}
await new Promise(resolve => setTimeout(resolve, 500))
console.log(JSON.stringify({ blocked }))
await close()

function block(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}
