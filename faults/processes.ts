import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openMemory } from 'longhand/memory'
import { embeddedForTests } from '../packages/longhand/src/testing/store-contract/embedded.ts'
import { hasPostgres, startServer } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { table } from '../scripts/table.ts'
import { type Called, type Caller, openCaller, type Pace } from './processes-caller.ts'

/** How the calls reach the callers. */
export type Manner =
  /** Everybody makes every call, all of them the same one at the same time. */
  | 'together'
  /** Everybody makes every call, each at its own pace. */
  | 'apart'
  /** Each call goes to the next one, as a load balancer sends it. */
  | 'in turn'

export type Outcome = {
  readonly store: string
  readonly manner: Manner
  readonly callers: number
  readonly calls: number
  /** Calls that were refused, and that one caller alone is not refused. */
  readonly refused: readonly string[]
  readonly summaries: number
  /** Summaries, and notes on a stretch, of what others were written of. */
  readonly repeated: number
  /** What one caller alone has asked for. */
  readonly summariesAlone: number
  /** Views of the same messages under the same compaction that differ; in turn, also those that differ from a caller's alone. */
  readonly differing: number
}

/** What must be as it is with one caller alone. */
export const isAsAlone = ({ refused, summaries, repeated, summariesAlone, differing }: Outcome): boolean =>
  refused.length === 0 && differing === 0 && repeated === 0 && summaries <= summariesAlone

/**
 * `npm run faults -- processes`: several processes ask about one conversation on one Postgres. The embedded database belongs
 * to one process; there it is as many objects of the library in one.
 */
export async function run(args: readonly string[]): Promise<void> {
  const text = { type: 'string' } as const
  const options = { processes: text, calls: text, store: text, manner: text }
  const { values } = parseArgs({ args: [...args], options })
  const counts = (values.processes ?? '2,4,8').split(',').map(Number)
  const calls = Number(values.calls ?? 1_000)
  const outcomes: Outcome[] = []
  for (const store of stores())
    for (const manner of manners) {
      if ((values.store ?? store) !== store || (values.manner ?? manner) !== manner) continue
      for (const callers of counts) {
        const began = performance.now()
        const outcome = await callAll(store, { manner, callers, calls })
        outcomes.push(outcome)
        const took = Math.round((performance.now() - began) / 1_000)
        console.error(
          `${store}, ${callers} ${manner}: ${isAsAlone(outcome) ? 'as one alone' : 'NOT as one alone'} (${took} s)`,
        )
        for (const sentence of new Set(outcome.refused)) console.error(`  ${sentence}`)
      }
    }
  console.log(report(outcomes))
  if (!outcomes.every(isAsAlone)) process.exitCode = 1
}

export type StoreName = 'Postgres' | 'embedded'

export const manners: readonly Manner[] = ['together', 'apart', 'in turn']

export function stores(): readonly StoreName[] {
  if (hasPostgres() && process.env.TEST_DATABASE_URL === undefined) return ['Postgres', 'embedded']
  console.error('NO POSTGRES HERE: only objects in one process are tried, on the embedded database.')
  return ['embedded']
}

export async function callAll(
  store: StoreName,
  { manner, callers: count, calls }: Pick<Outcome, 'manner' | 'callers' | 'calls'>,
): Promise<Outcome> {
  const numbers = Array.from({ length: calls }, (_, at) => at + 1)
  const alone = await openCaller(openMemory(), randomUUID(), calls).call(numbers, 'settled')
  const { open, close } = await openStore(store, calls)
  const callers = await Promise.all(Array.from({ length: count }, open))
  const called = (await hand[manner](callers, numbers)).flat()
  await Promise.all(callers.map(caller => caller.end()))
  await close()
  const last = [...new Map(called.map(one => [one.caller, one])).values()]
  const [summaries, notes] = [last.flatMap(one => one.summaries), last.flatMap(one => one.notes)]
  const known = new Map(alone.map(one => [one.number, one]))
  return {
    ...{ store, manner, callers: count, calls },
    refused: called.flatMap(({ number, refused }) =>
      refused !== null && known.get(number)!.refused === null ? refused : [],
    ),
    summaries: summaries.length,
    repeated: repeatsIn(summaries) + repeatsIn(notes),
    summariesAlone: alone.at(-1)!.summaries.length,
    differing:
      differing(called) +
      (manner === 'in turn' ? called.filter(one => one.view !== known.get(one.number)!.view).length : 0),
  }
}

type CalledBy = Called & { readonly caller: number }

const hand: Readonly<Record<Manner, (callers: readonly Caller[], numbers: readonly number[]) => Promise<CalledBy[]>>> =
  {
    together: async (callers, numbers) => {
      const called: CalledBy[] = []
      for (const number of numbers) called.push(...(await everybody(callers, [number])))
      return called
    },
    apart: everybody,
    'in turn': async (callers, numbers) => {
      const called: CalledBy[] = []
      for (const number of numbers) {
        const caller = number % callers.length
        called.push(...by(caller, await callers[caller]!.call([number], 'settled')))
      }
      return called
    },
  }

async function everybody(
  callers: readonly Caller[],
  numbers: readonly number[],
  pace: Pace = 'at once',
): Promise<CalledBy[]> {
  return (await Promise.all(callers.map(async (one, caller) => by(caller, await one.call(numbers, pace))))).flat()
}

const repeatsIn = (texts: readonly string[]): number => texts.length - new Set(texts).size

const by = (caller: number, called: readonly Called[]): CalledBy[] => called.map(one => ({ ...one, caller }))

/** Views of the same branch: of the same messages, with the same compaction in force. */
function differing(called: readonly Called[]): number {
  const seen = called.filter(({ view }) => view !== null)
  const branches = Map.groupBy(seen, ({ number, compaction }) => `${number} ${compaction}`)
  return [...branches.values()].reduce((sum, same) => sum + new Set(same.map(({ view }) => view)).size - 1, 0)
}

type OpenStore = { readonly open: () => Promise<Caller>; readonly close: () => Promise<void> }

async function openStore(store: StoreName, calls: number): Promise<OpenStore> {
  const conversation = randomUUID()
  if (store === 'embedded') {
    const { storage, close } = await embeddedForTests()
    return { open: async () => openCaller(storage, conversation, calls), close }
  }
  const server = await startServer()
  return { open: () => openProcess(server.url, conversation, calls), close: server.stop }
}

async function openProcess(url: string, conversation: string, calls: number): Promise<Caller> {
  const child = fork(join(import.meta.dirname, 'processes.child.ts'), [url, conversation, String(calls)])
  await once(child, 'message')
  return {
    call: async (...asked) => {
      child.send(asked)
      const [called] = (await once(child, 'message')) as [readonly Called[]]
      return called
    },
    end: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

const report = (outcomes: readonly Outcome[]): string =>
  table(
    ['store', 'calls', 'callers', 'of each', 'refused', 'summaries', 'repeated', 'by one alone', 'differing views'],
    outcomes.map(({ store, manner, callers, calls, refused, summaries, repeated, summariesAlone, differing }) => [
      ...[store, manner, callers, calls, refused.length],
      ...[summaries, repeated, summariesAlone, differing],
    ]),
  )
