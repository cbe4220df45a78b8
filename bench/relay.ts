import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createApi } from 'longhand/client'
import { read } from '../faults/http-send.ts'
import { startTarget, type Target } from '../faults/http-target.ts'
import { type Cell, table } from '../scripts/table.ts'
import { cacheHead, cacheRows } from './relay-cache.ts'
import { coldHead, coldRows } from './relay-cold.ts'
import { createTalk, inTurns, ms, percentile, send, type Timing, type Way } from './relay-talk.ts'

const options = {
  tables: { type: 'string', default: 'hot,cold,cache,streams' },
  sizes: { type: 'string', default: '0.1,1,4' },
  requests: { type: 'string', default: '60' },
  messages: { type: 'string', default: '100000' },
  starts: { type: 'string', default: '4' },
  streams: { type: 'string', default: '200' },
} as const

/**
 * `npm run bench -- relay`: the same requests straight to a provider, through a proxy that does nothing, and through Longhand,
 * in turns, in one run; then first requests after a start, the provider's cache, and many streams at once.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options })
  const wanted = new Set(values.tables.split(','))
  const provider = await startChild('relay-provider.child.ts')
  const variables = { ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: `${provider.said}/v1` }
  const print = (head: readonly string[], rows: readonly (readonly Cell[])[]) =>
    console.log(`\n${table(head, rows)}\n\nload ${loadavg()[0]!.toFixed(1)}`)
  if (wanted.has('hot')) {
    const proxy = await startChild('relay-proxy.child.ts', provider.said)
    await withTarget(variables, async target => {
      const ways = [provider.said, proxy.said].map(url => ({ url, token: 'none' }))
      const rows: Cell[][] = []
      for (const size of values.sizes.split(',').map(Number))
        rows.push(await hotRow(size, Number(values.requests), [...ways, target]))
      print(hotHead, rows)
    })
    proxy.child.kill()
  }
  if (wanted.has('cold')) {
    const [stored, starts] = [Number(values.messages), Number(values.starts)]
    print(coldHead, await coldRows({ variables, prepare: openWide, stored, starts }))
  }
  if (wanted.has('cache')) print(cacheHead, await cacheRows())
  if (wanted.has('streams'))
    await withTarget(variables, async target => print(streamHead, [await streams(target, Number(values.streams))]))
  provider.child.kill()
}

async function withTarget(
  variables: Readonly<Record<string, string>>,
  act: (target: Target) => Promise<void>,
): Promise<void> {
  const target = await startTarget({ database: null, variables })
  await openWide(target)
  await act(target)
  await target.close()
}

/** What is measured is the way and not the folding: the window holds everything, and only people fold. */
async function openWide({ url, token }: Target): Promise<void> {
  const api = createApi({ base: url, headers: { authorization: `Bearer ${token}` } })
  const { policy } = await api.settings()
  const windows = Object.fromEntries(['claude-x', 'slow'].map(model => [`anthropic/${model}`, 10_000_000]))
  await api.changeSettings({ policy: { ...policy, automatic: 'off' }, windows })
}

const hotHead = [
  'p50 · p95',
  'own time',
  'last byte to provider',
  'first byte: direct',
  'proxy',
  'relayed',
  'more than direct',
  'more than proxy',
]

async function hotRow(size: number, requests: number, ways: readonly Way[]): Promise<Cell[]> {
  const [direct, proxy, relayed]: [Timing[], Timing[], Timing[]] = [[], [], []]
  // None goes on for long: the last body of one is hardly larger than its first.
  for (let left = requests; left > 0; left -= each) {
    const found = await inTurns(Math.min(left, each), createTalk(size), ways)
    for (const [at, all] of [direct, proxy, relayed].entries()) all.push(...found[at]!)
  }
  const of = (timings: readonly Timing[], which: keyof Timing = 'first'): readonly [number, number] => {
    const times = timings.map(one => one[which])
    return [percentile(times, 0.5), percentile(times, 0.95)]
  }
  const pair = ([p50, p95]: readonly [number, number]) => `${p50.toFixed(1)} · ${ms(p95)}`
  const more = (than: readonly Timing[]) => pair([of(relayed)[0] - of(than)[0], of(relayed)[1] - of(than)[1]])
  return [
    `${size} MB`,
    ...[pair(of(relayed, 'own')), pair(of(relayed, 'arrived')), pair(of(direct)), pair(of(proxy)), pair(of(relayed))],
    ...[more(direct), more(proxy)],
  ]
}

/** Requests of one conversation. */
const each = 25

const streamHead = ['streams at once', 'finished', 'event loop late, p99', 'at most', 'computed at once at most']

/** So many answers at a time, word by word. */
async function streams(target: Target, many: number): Promise<Cell[]> {
  const talks = Array.from({ length: many }, (_, at) => createTalk(0.02, `stream ${at}`))
  for (const talk of talks) await send(target, talk.next())
  await read(`${target.url}/metrics`, target.token)
  const done = await Promise.allSettled(talks.map(talk => send(target, talk.next('slow'))))
  const text = await read(`${target.url}/metrics`, target.token)
  const [p99, max, busy] = ['delay_p99', 'delay_max', 'busy_max'].map(name =>
    ms(1000 * Number(new RegExp(`^longhand_event_loop_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1])),
  ) as [string, string, string]
  return [many, done.filter(({ status }) => status === 'fulfilled').length, p99, max, busy]
}

async function startChild(file: string, ...args: readonly string[]): Promise<{ child: ChildProcess; said: string }> {
  const program = join(import.meta.dirname, file)
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill())
  const [said] = await once(createInterface({ input: child.stdout! }), 'line')
  return { child, said }
}
