import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { hasPostgres, startServer } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { type Cell, table } from '../scripts/table.ts'
import { read } from './http-send.ts'
import { startTarget, type Target } from './http-target.ts'
import { type Job, jobs } from './soak-jobs.ts'

/** How much more memory it may hold at the end than when it was warm. */
const maxGrowth = 0.05

/** The share of the time that is warm-up: caches fill, and what runs often is compiled. */
const warmUp = 1 / 6

const options = {
  minutes: { type: 'string', default: '30' },
  stores: { type: 'string', default: 'embedded,Postgres' },
  pause: { type: 'string', default: '100' },
  turns: { type: 'string', default: '500' },
} as const

/** `npm run faults -- soak`: all that people and programs do at once, for half an hour on each store, and whether memory grows. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options })
  const stores = values.stores.split(',').filter(store => store === 'embedded' || hasPostgres())
  const given = { minutes: Number(values.minutes), pauseMs: Number(values.pause), turns: Number(values.turns) }
  const soaked = await Promise.all(stores.map(store => soak(store, given)))
  const names = jobs(given).map(({ name }) => name)
  const memory = ['memory when warm', 'at the end', 'highest', 'change', 'a minute at the end']
  const head = ['store', ...names, 'errors', 'compactions', ...memory]
  const rows = soaked.map(one => rowOf(one, given.minutes))
  console.log(`\n${table(head, rows)}\n\n${given.minutes} minutes, the first sixth of them as warm-up.`)
  if (soaked.some(({ samples, errors }) => growthOf(samples).share > maxGrowth || errors > 0)) process.exitCode = 1
}

type Soaked = {
  readonly store: string
  /** How often each job was done. */
  readonly done: Readonly<Record<string, number>>
  readonly errors: number
  readonly compactions: number
  /** Resident memory of the server, in bytes, at even distances. */
  readonly samples: readonly number[]
}

type Growth = { readonly warm: number; readonly last: number; readonly share: number }

/** The median of the first quarter after the warm-up beside that of the last: garbage makes single samples jump. */
export function growthOf(samples: readonly number[]): Growth {
  const after = samples.slice(Math.floor(samples.length * warmUp))
  const quarter = Math.ceil(after.length / 4)
  const [warm, last] = [medianOf(after.slice(0, quarter)), medianOf(after.slice(-quarter))]
  return { warm, last, share: last / warm - 1 }
}

/** Bytes that it takes more each minute in the last third: the halves of that beside each other. */
export function gainAtEnd(samples: readonly number[], minutes: number): number {
  const last = samples.slice(Math.floor((samples.length * 2) / 3))
  const half = Math.ceil(last.length / 2)
  return (medianOf(last.slice(half)) - medianOf(last.slice(0, half))) / (minutes / 6)
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

function rowOf({ store, done, errors, compactions, samples }: Soaked, minutes: number): Cell[] {
  const { warm, last, share } = growthOf(samples)
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
  const signed = (value: number, unit: string) => `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(1)}${unit}`
  const gain = signed(gainAtEnd(samples, minutes) / 1e6, ' MB')
  const memory = [mb(warm), mb(last), mb(Math.max(...samples)), signed(100 * share, '%'), gain]
  return [store, ...Object.values(done), errors, compactions, ...memory]
}

type SoakOptions = {
  readonly minutes: number
  readonly pauseMs: number
  /** After which a lane begins another conversation: memory of a server grows with the ones that are in use. */
  readonly turns: number
}

async function soak(store: string, { minutes, ...pace }: SoakOptions): Promise<Soaked> {
  const provider = spawn(process.execPath, [join(import.meta.dirname, 'soak-provider.child.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => provider.kill())
  const [baseURL] = await once(createInterface({ input: provider.stdout! }), 'line')
  const postgres = store === 'Postgres' ? await startServer(['fsync=on']) : null
  const target = await startTarget({
    database: postgres?.url ?? null,
    variables: { ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: baseURL, LONGHAND_CONFIG: await smallWindow() },
  })
  const until = performance.now() + minutes * 60_000
  const isOver = () => performance.now() >= until
  const work = jobs(pace)
  const done = Object.fromEntries(work.map(({ name }) => [name, 0]))
  let errors = 0
  const drive = async ({ name, pauseMs, start }: Job) => {
    const go = await start(target)
    for (let at = 1; !isOver(); at++) {
      try {
        await go(at)
        done[name]!++
      } catch (error) {
        if (errors++ < maxToldErrors) console.error(`${store}, ${name}:`, error)
      }
      await pause(pauseMs)
    }
  }
  const samples: number[] = []
  const sample = async () => {
    while (!isOver()) {
      samples.push(figuresOf(await metrics(target), 'memory_bytes'))
      await pause((minutes * 60_000) / sampleCount)
    }
  }
  await Promise.all([sample(), ...work.flatMap(job => Array.from({ length: job.lanes }, () => drive(job)))])
  const compactions = figuresOf(await metrics(target), 'compactions_total')
  await target.close()
  await postgres?.stop()
  provider.kill()
  return { store, done, errors, compactions, samples }
}

const maxToldErrors = 20

const sampleCount = 180

/** A window so small that a compaction is due every few dozen turns. */
async function smallWindow(): Promise<string> {
  const file = join(tmpdir(), `longhand-soak-${process.pid}.json`)
  const model = 'anthropic/claude-x'
  await writeFile(file, JSON.stringify({ model, models: { [model]: { window: 12_000, output: 1_000 } } }))
  return file
}

const metrics = ({ url, token }: Target): Promise<string> => read(`${url}/metrics`, token)

/** The sum of a figure over all its labels. */
const figuresOf = (text: string, name: string): number =>
  [...text.matchAll(new RegExp(`^longhand_${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  )
