import { parseArgs } from 'node:util'
import { openPostgres } from 'longhand/postgres'
import { hasPostgres, startServer } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { table } from '../scripts/table.ts'
import { type Accepted, type Crowd, crowds, crowdTable, killOver } from './engine-crowd.ts'
import { builder, type Death, type Start } from './engine-kill.ts'
import { lives } from './engine-lives.ts'
import { acknowledgedBy, type Damage, judge } from './engine-oracle.ts'
import { type Waits, watchOrphans } from './engine-orphans.ts'
import { type Resent, survivor } from './engine-survivor.ts'
import { sleep } from './store-child.ts'

/** How hard to try: kills at every visit of each point of each life, at one in the middle, or at each point in one life. */
export type Effort = {
  readonly visits: 'every' | 'middle' | 'once'
  /** After each of them once it begins again, until there are so many. */
  readonly kills: number
  /**
   * With `leases`, every orphan waits for its lease to run out; with `restart`, those that still wait at the end do not.
   * Half of the clients send again at once, the others later: while the leases run out, or during the restart.
   */
  readonly recovery: 'leases' | 'restart'
}

export const full: Effort = { visits: 'every', kills: 1_000, recovery: 'leases' }
export const quick: Effort = { visits: 'middle', kills: 0, recovery: 'restart' }
export const shortest: Effort = { ...quick, visits: 'once' }

/** `npm run faults -- engine`: kills processes at every failpoint of a turn and of a compaction, and counts what is lost. */
export async function run(args: readonly string[]): Promise<void> {
  const options = { quick: { type: 'boolean' }, kills: { type: 'string' }, only: { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options })
  if (!hasPostgres()) throw new Error('This needs a Postgres on this machine, or TEST_DATABASE_URL.')
  const effort = { ...(values.quick ? quick : full), ...(values.kills && { kills: Number(values.kills) }) }
  const names = Object.keys(lives).filter(name => values.only === undefined || name.includes(values.only))
  if (names.length === 0 && values.only !== 'crowd')
    throw new Error(`There is no such life. There are: ${Object.keys(lives).join(', ')}, crowd.`)
  const found = names.length === 0 ? [] : await killEverywhere(effort, names)
  if (found.length > 0) console.log(report(found))
  const after: (readonly [Crowd, Accepted])[] = []
  if (values.only === undefined || values.only === 'crowd')
    for (const crowd of crowds) after.push([crowd, await killOver(crowd)])
  if (after.length > 0) console.log(crowdTable(after))
  const isDamaged = found.some(({ damage }) => damageIn(damage) > 0) || after.some(([, { refused }]) => refused > 0)
  if (isDamaged) process.exitCode = 1
}

/** A death, when what it left was taken over and ended, and what it cost. */
export type Found = Death & Waits & { readonly resent: Resent; readonly damage: Damage }

/** A little longer than a lease and the round that looks for it. */
const longestWaitMs = 38_000

export async function killEverywhere(effort: Effort, names = Object.keys(lives)): Promise<readonly Found[]> {
  const server = await startServer()
  const storage = await openPostgres(server.url)
  const start = await builder(server.url)
  // One by one, and before anyone watches over them: nobody must take from a life what it would have done itself.
  const targets: Target[] = []
  for (const life of names) targets.push(...(await targetsIn(start, life, effort.visits)))
  const chosen = effort.visits === 'once' ? oncePerPoint(targets) : targets.map(target => [target])
  const others = survivor(storage)
  const orphans = await watchOrphans(server.admin)
  const resends = new Map<Death, Promise<Resent>>()
  const died = (death: Death): void => {
    orphans.track(death)
    const early = resends.size % 2 === 0
    const late = effort.recovery === 'leases' ? sleep(Math.random() * longestWaitMs) : restart.promise
    resends.set(death, early ? others.resend(death) : late.then(() => others.resend(death)))
  }
  const restart = Promise.withResolvers<void>()
  await killAll(start, chosen, { least: effort.kills, died })
  if (effort.recovery === 'leases') while (orphans.waiting() > 0) await sleep(300)
  await orphans.end()
  await others.inherit(() => {
    restart.resolve()
    return [...resends.values()]
  })
  const judged = async ([death, resending]: readonly [Death, Promise<Resent>]): Promise<Found> => {
    const resent = await resending
    const damage = await judge({ ...death, resent }, others)
    return { ...death, ...orphans.waits(death.conversation), resent, damage }
  }
  const deaths = [...resends]
  const found: Found[] = []
  // A thousand at once would wait for a connection longer than a store is waited for.
  while (deaths.length > 0) found.push(...(await Promise.all(deaths.splice(0, 20).map(judged))))
  await storage.close()
  await server.stop()
  return found
}

type Target = Pick<Death, 'life' | 'point' | 'visit'>
/** Of which one is enough. */
type Targets = readonly Target[]

/** Every target once, then again from the first, until so many are dead. */
async function killAll(start: Start, targets: readonly Targets[], { least, died }: Killing): Promise<void> {
  let deaths = 0
  function* queue() {
    for (let at = 0; at < targets.length || deaths < least; at++) yield targets[at % targets.length]!
  }
  const queued = queue()
  const work = async () => {
    for (const targets of queued) {
      const death = await killAtOneOf(start, targets)
      if (death === null) continue
      deaths++
      died(death)
    }
  }
  await Promise.all([work(), work()])
}

type Killing = { readonly least: number; readonly died: (death: Death) => void }

/** Lives a life to its end and lists the points that it passed. */
async function targetsIn(start: Start, life: string, visits: Effort['visits']): Promise<readonly Target[]> {
  const { passed } = await start(life, '*=tell')
  return [...Map.groupBy(passed, point => point)].flatMap(([point, { length }]) => {
    if (visits !== 'every') return [{ life, point, visit: Math.ceil(length / 2) }]
    return Array.from({ length }, (_, at) => ({ life, point, visit: at + 1 }))
  })
}

/** Every point in the lives that pass it, the one that comes first least often at first, so that all of them are tried. */
function oncePerPoint(targets: readonly Target[]): readonly Targets[] {
  const times = new Map<string, number>()
  const rareFirst = [...Map.groupBy(targets, ({ point }) => point).values()].toSorted((a, b) => a.length - b.length)
  return rareFirst.map(lives => {
    const sorted = lives.toSorted((a, b) => (times.get(a.life) ?? 0) - (times.get(b.life) ?? 0))
    times.set(sorted[0]!.life, (times.get(sorted[0]!.life) ?? 0) + 1)
    return sorted
  })
}

async function killAtOneOf(start: Start, targets: Targets): Promise<Death | null> {
  for (const target of targets) {
    const death = await killAt(start, target)
    if (death !== null) return death
  }
  return null
}

/**
 * Null when the process came to its end each time: what is done every few seconds is not done equally often, so that an
 * earlier visit is tried then.
 */
async function killAt(start: Start, target: Target): Promise<Death | null> {
  for (let tries = 0; tries < 3; tries++) {
    const visit = Math.ceil(target.visit / 2 ** tries)
    const { signal, passed: _, ...ended } = await start(target.life, `${target.point}=kill@${visit}`)
    if (signal === 'SIGKILL') return { ...ended, ...target, visit }
  }
  return null
}

export const damageIn = (damage: Damage): number => Object.values(damage).reduce((sum, count) => sum + count, 0)

/** A row for each life. */
function report(found: readonly Found[]): string {
  const kinds = ['lost', 'duplicates', 'disordered', 'unsaid', 'doubles', 'stuck', 'overspent', 'bricked'] as const
  const rows = Map.groupBy(found, ({ life }) => life)
  const row = (name: string, all: readonly Found[]) => [
    name,
    all.length,
    new Set(all.map(({ point }) => point)).size,
    all.reduce((sum, each) => sum + acknowledgedBy(each).length, 0),
    all.filter(({ resent }) => resent !== null && resent.told !== 'busy').length,
    ...kinds.map(kind => all.reduce((sum, { damage }) => sum + damage[kind], 0)),
    seconds(Math.max(...all.map(({ readyMs }) => readyMs))),
    seconds(Math.max(...all.map(({ orphanedMs }) => orphanedMs ?? 0))),
    seconds(Math.max(...all.map(({ endedMs }) => endedMs ?? 0))),
  ]
  return table(
    [
      'life',
      'kills',
      'points',
      'acknowledged',
      'sent again',
      ...kinds,
      'ready after, s',
      'orphaned for, s',
      'ended after, s',
    ],
    [...[...rows].map(([name, all]) => row(name, all)), row('all', found)],
  )
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)
