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
import { type LongOptions, longTables } from './server-long.ts'
import { startTable } from './server-starts.ts'

/** Turns at a time. */
const lanes = 8

/** A new conversation after so many turns: people begin new ones too. */
const turnsEach = 20

const options = {
  tables: { type: 'string', default: 'turns,long,starts' },
  stores: { type: 'string', default: 'embedded,Postgres' },
  seconds: { type: 'string', default: '15' },
  feeds: { type: 'string', default: '1000' },
  messages: { type: 'string', default: '100000' },
  rounds: { type: 'string', default: '30' },
  starts: { type: 'string', default: '5' },
} as const

/**
 * `npm run bench -- server`: turns beside a bare pass-through in the same run, idle feeds, two processes beside one; long
 * conversations beside short ones, search, and starts. In a minute: `--tables long --messages 2000 --rounds 5`.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options })
  const provider = await startChild('server-provider.child.ts')
  const variables = {
    ANTHROPIC_API_KEY: 'none',
    ANTHROPIC_BASE_URL: provider.said,
    LONGHAND_LIMITS_LIVE_FEEDS: '2000',
  }
  const wanted = values.stores.split(',')
  if (!hasPostgres()) console.error('NO POSTGRES HERE: only the embedded one is measured.')
  const stores = wanted.filter(store => store === 'embedded' || hasPostgres())
  const [seconds, feeds, messages, rounds] = [values.seconds, values.feeds, values.messages, values.rounds].map(Number)
  const tables: Readonly<Record<string, () => Promise<void>>> = {
    turns: () => measureTurns(provider.said, { stores, variables, seconds: seconds!, feeds: feeds! }),
    long: () => measureLong({ stores, variables }, { messages: messages!, rounds: rounds! }),
    starts: async () =>
      print(await startTable(stores, { variables, messages: messages! / 10, rounds: Number(values.starts) })),
  }
  for (const name of values.tables.split(',')) await tables[name]!()
  provider.child.kill()
}

const print = (text: string): void => console.log(`\n${text}`)

type Stores = { readonly stores: readonly string[]; readonly variables: Readonly<Record<string, string>> }

async function measureTurns(
  provider: string,
  { stores, variables, seconds, feeds }: Stores & { readonly seconds: number; readonly feeds: number },
): Promise<void> {
  const bare = await startChild('server-bare.child.ts', provider)
  const postgres = stores.includes('Postgres') ? await startServer(['fsync=on']) : null
  const shared = () => startTarget({ database: postgres!.url, variables })
  const [embedded, one, two] = [
    stores.includes('embedded') ? await startTarget({ database: null, variables }) : null,
    postgres && (await shared()),
    postgres && (await shared()),
  ]
  const courses = {
    'bare Hono + AI SDK, keeps nothing': passThrough(bare.said),
    ...(embedded && { 'Longhand, embedded Postgres': turnsAt([embedded]) }),
    ...(one && { 'Longhand, Postgres, one process': turnsAt([one]) }),
    ...(one && two && { 'Longhand, Postgres, two processes': turnsAt([one, two]) }),
  }
  const measured = await load(lanes, seconds, Object.values(courses))
  const rows = Object.keys(courses).map((name, at) => rowOf(name, measured[at]!, at === 0 ? null : measured[0]!))
  print(table(['server', 'turns/s', '÷ bare', 'p50', 'p99', 'more than bare, p99', 'processor per turn'], rows))
  if (one !== null) {
    const idle = await holdFeeds(one, feeds)
    print(table(['live feeds held', 'reads', 'p50', 'p99', 'memory they take'], [idle]))
  }
  for (const target of [embedded, one, two]) await target?.close()
  await postgres?.stop()
  bare.child.kill()
}

async function measureLong({ stores, variables }: Stores, options: LongOptions): Promise<void> {
  for (const name of stores) {
    const postgres = name === 'Postgres' ? await startServer(['fsync=on']) : null
    const target = await startTarget({ database: postgres?.url ?? null, variables })
    print(await longTables({ name, target }, options))
    await target.close()
    await postgres?.stop()
  }
}

const ms = (value: number): string => `${value.toFixed(1)} ms`

const rowOf = (name: string, { perSecond, p50, p99, cpuMs }: Load, beside: Load | null): Cell[] => [
  name,
  Number(perSecond.toFixed(1)),
  beside === null ? 1 : Number((perSecond / beside.perSecond).toFixed(2)),
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
