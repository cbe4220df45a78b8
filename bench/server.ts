import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { startTarget, type Target } from '../faults/http-target.ts'
import { hasPostgres, startServer } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { type Cell, table } from '../scripts/table.ts'
import { type Course, exchange, type Load, load, spread } from './server-load.ts'

/** Turns at a time. */
const lanes = 8

/** A new conversation after so many turns: people begin new ones too. */
const turnsEach = 20

/** `npm run bench -- server`: turns beside a bare pass-through in the same run, idle feeds, two processes beside one. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { seconds: { type: 'string' }, feeds: { type: 'string' } } })
  const seconds = Number(values.seconds ?? 15)
  const provider = await startChild('server-provider.child.ts')
  const bare = await startChild('server-bare.child.ts', provider.said)
  const postgres = hasPostgres() ? await startServer(['fsync=on']) : null
  const variables = {
    ANTHROPIC_API_KEY: 'none',
    ANTHROPIC_BASE_URL: provider.said,
    LONGHAND_LIMITS_LIVE_FEEDS: '2000',
  }
  const start = (database: string | null) => startTarget({ database, variables })
  const rows: Cell[][] = []
  const add = (name: string, measured: Load, beside: Load | null) => rows.push(rowOf(name, measured, beside))
  const plain = await load(lanes, seconds, passThrough(bare.said))
  add('bare Hono + AI SDK, keeps nothing', plain, null)
  const embedded = await start(null)
  add('Longhand, embedded Postgres', await load(lanes, seconds, turnsAt([embedded])), plain)
  await embedded.close()
  if (postgres === null) console.error('NO POSTGRES HERE: one and two processes on one database are not measured.')
  else {
    const [one, two] = [await start(postgres.url), await start(postgres.url)]
    add('Longhand, Postgres, one process', await load(lanes, seconds, turnsAt([one])), plain)
    add('Longhand, Postgres, two processes', await load(lanes, seconds, turnsAt([one, two])), plain)
    await two.close()
    const idle = await holdFeeds(one, Number(values.feeds ?? 1_000))
    await one.close()
    await postgres.stop()
    console.log(`\n${table(['live feeds held', 'reads', 'p50', 'p99', 'memory they take'], [idle])}`)
  }
  for (const { child } of [provider, bare]) child.kill()
  console.log(`\n${table(['server', 'turns/s', 'p50', 'p99', 'more than bare, p99', 'processor per turn'], rows)}`)
}

const ms = (value: number): string => `${value.toFixed(1)} ms`

const rowOf = (name: string, { perSecond, p50, p99, cpuMs }: Load, beside: Load | null): Cell[] => [
  name,
  Number(perSecond.toFixed(1)),
  ms(p50),
  ms(p99),
  beside === null ? '–' : ms(p99 - beside.p99),
  ms(cpuMs),
]

const text = 'The price in src/prices/item.ts is 4.50 euros. Please write it down beside the others.'

const passThrough = (url: string): Course => ({
  async turn() {
    await exchange(`${url}/chat`, '', { messages: [{ role: 'user', content: text }] })
  },
  async cpuMs() {
    const { user, system } = JSON.parse(await exchange(`${url}/cpu`, ''))
    return (user + system) / 1000
  },
})

/** Each lane keeps to one conversation for a while, at any of the processes in turn. */
function turnsAt(targets: readonly Target[]): Course {
  const conversations = new Map<number, string>()
  let taken = 0
  return {
    async turn(lane) {
      const { url, token } = targets[taken % targets.length]!
      const begin = taken++ % turnsEach === 0 || !conversations.has(lane)
      if (begin) conversations.set(lane, JSON.parse(await exchange(`${url}/api/conversations`, token, {})).id)
      const sent = { clientId: crypto.randomUUID(), text }
      await exchange(`${url}/api/conversations/${conversations.get(lane)}/messages`, token, sent)
    },
    async cpuMs() {
      const each = targets.map(async target => figure(target, 'cpu_seconds_total'))
      return 1000 * (await Promise.all(each)).reduce((sum, seconds) => sum + seconds, 0)
    },
  }
}

/** What a server counts about itself. */
async function figure({ url, token }: Target, name: string): Promise<number> {
  const text = await exchange(`${url}/metrics`, token)
  return Number(new RegExp(`^longhand_${name} (\\S+)$`, 'm').exec(text)?.[1])
}

/** N10 opens feeds that hear nothing, and reads beside them. */
async function holdFeeds(target: Target, count: number): Promise<Cell[]> {
  const { url, token } = target
  const headers = { authorization: `Bearer ${token}` }
  const before = await figure(target, 'memory_bytes')
  const open = Array.from({ length: count }, async () => {
    const asked = get(`${url}/api/live`, { headers, agent: false })
    const [answer] = await once(asked, 'response')
    answer.resume().on('error', () => {})
    return asked
  })
  const feeds = await Promise.all(open)
  const held = await figure(target, 'live_feeds')
  const times: number[] = []
  for (let at = 0; at < 2_000; at++) {
    const from = performance.now()
    await exchange(`${url}/api/conversations?limit=20`, token)
    times.push(performance.now() - from)
  }
  const more = (await figure(target, 'memory_bytes')) - before
  for (const feed of feeds) feed.destroy()
  const { p50, p99 } = spread(times)
  return [held, times.length, ms(p50), ms(p99), `${(more / 1e6).toFixed(0)} MB`]
}

async function startChild(file: string, ...args: string[]): Promise<{ child: ChildProcess; said: string }> {
  const program = join(import.meta.dirname, file)
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill())
  const [said] = await once(createInterface({ input: child.stdout! }), 'line')
  return { child, said }
}
