// A process with a watchdog, whose loop does as it is told: `block 3000` computes for 3 s, `rest 3000` waits.
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
  console.log(`begins ${step}`)
  if (what === 'rest') await new Promise(resolve => setTimeout(resolve, Number(ms)))
  else for (const until = performance.now() + Number(ms); performance.now() < until; );
}
await new Promise(resolve => setTimeout(resolve, 500))
console.log(JSON.stringify({ blocked }))
await close()
