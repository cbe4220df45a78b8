import { parseArgs } from 'node:util'
import { openPostgres } from '../packages/longhand/src/stores/index.ts'
import { hasPostgres, startServer } from '../packages/longhand/src/testing/store-contract-postgres.ts'
import { table } from '../scripts/table.ts'
import { builder, type Death, type Start } from './engine-kill.ts'
import { lives } from './engine-lives.ts'
import { type Damage, judge } from './engine-oracle.ts'
import { survivor } from './engine-survivor.ts'
import { keepVigil, type Vigil } from './engine-vigil.ts'
import { sleep } from './store-child.ts'

/** How hard to try: kills at every visit of each point of each life, or at one in the middle; all of it so many times. */
export type Effort = {
  readonly visits: 'every' | 'middle'
  readonly rounds: number
  /** Stops after so many. */
  readonly kills: number
  /** With `leases`, every orphan waits for its lease to run out; with `restart`, those that still wait at the end do not. */
  readonly recovery: 'leases' | 'restart'
}

export const full: Effort = { visits: 'every', rounds: 3, kills: Number.POSITIVE_INFINITY, recovery: 'leases' }
export const quick: Effort = { visits: 'middle', rounds: 1, kills: Number.POSITIVE_INFINITY, recovery: 'restart' }

/** `npm run faults -- engine`: kills processes at every failpoint of a turn and of a compaction, and counts what is lost. */
export async function run(args: readonly string[]): Promise<void> {
  const options = { quick: { type: 'boolean' }, kills: { type: 'string' }, only: { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options })
  if (!hasPostgres()) throw new Error('This needs a Postgres on this machine, or TEST_DATABASE_URL.')
  const effort = { ...(values.quick ? quick : full), ...(values.kills && { kills: Number(values.kills) }) }
  const names = Object.keys(lives).filter(name => values.only === undefined || name.includes(values.only))
  const found = await killEverywhere(effort, names)
  console.log(report(found))
  if (found.some(({ damage }) => damageIn(damage) > 0)) process.exitCode = 1
}

/** A death, when what it left was taken over, and what it cost. */
export type Found = Death & {
  /** Null when a restart took it over, without waiting for its lease. */
  readonly orphanedMs: number | null
  readonly damage: Damage
}

export async function killEverywhere(effort: Effort, names = Object.keys(lives)): Promise<readonly Found[]> {
  const server = await startServer()
  const storage = await openPostgres(server.url)
  const start = await builder(server.url)
  // One by one, and before anyone watches over them: nobody must take from a life what it would have done itself.
  const targets: Target[] = []
  for (const life of names) targets.push(...(await targetsIn(start, life, effort.visits)))
  const wanted = Array.from({ length: effort.rounds }, () => targets)
    .flat()
    .slice(0, effort.kills)
  const others = survivor(storage)
  const vigil = await keepVigil(server.admin)
  const deaths = await killAll(start, wanted, vigil)
  if (effort.recovery === 'leases') while (vigil.waiting() > 0) await sleep(300)
  await vigil.end()
  await others.inherit()
  const found = await Promise.all(
    deaths.map(async death => ({
      ...death,
      orphanedMs: vigil.orphanedMs(death.conversation),
      damage: await judge(death, others),
    })),
  )
  await storage.close()
  await server.stop()
  return found
}

async function killAll(start: Start, targets: readonly Target[], vigil: Vigil): Promise<readonly Death[]> {
  const queue = [...targets]
  const deaths: Death[] = []
  const work = async () => {
    for (let target = queue.shift(); target !== undefined; target = queue.shift()) {
      const death = await killAt(start, target)
      if (death === null) continue
      vigil.mourn(death.conversation, death.at)
      deaths.push(death)
    }
  }
  await Promise.all([work(), work()])
  return deaths
}

type Target = Pick<Death, 'life' | 'point' | 'visit'>

/** Lives a life to its end and lists the points that it passed. */
async function targetsIn(start: Start, life: string, visits: Effort['visits']): Promise<readonly Target[]> {
  const { passed } = await start(life, '*=tell')
  return [...Map.groupBy(passed, point => point)].flatMap(([point, { length }]) => {
    if (visits === 'middle') return [{ life, point, visit: Math.ceil(length / 2) }]
    return Array.from({ length }, (_, at) => ({ life, point, visit: at + 1 }))
  })
}

/** Null when the process came to its end: what is done every few seconds is not done equally often each time. */
async function killAt(start: Start, target: Target): Promise<Death | null> {
  for (let tries = 0; tries < 3; tries++) {
    const { signal, passed: _, ...ended } = await start(target.life, `${target.point}=kill@${target.visit}`)
    if (signal === 'SIGKILL') return { ...ended, ...target }
  }
  return null
}

export const damageIn = (damage: Damage): number => Object.values(damage).reduce((sum, count) => sum + count, 0)

/** A row for each life. */
function report(found: readonly Found[]): string {
  const kinds = ['lost', 'duplicates', 'unsaid', 'doubles', 'stuck', 'overspent', 'bricked'] as const
  const rows = Map.groupBy(found, ({ life }) => life)
  const row = (name: string, all: readonly Found[]) => [
    name,
    all.length,
    new Set(all.map(({ point }) => point)).size,
    all.reduce((sum, { said }) => sum + said.filter(([word]) => word === 'ack').length, 0),
    ...kinds.map(kind => all.reduce((sum, { damage }) => sum + damage[kind], 0)),
    seconds(Math.max(...all.map(({ readyMs }) => readyMs))),
    seconds(Math.max(...all.map(({ orphanedMs }) => orphanedMs ?? 0))),
  ]
  return table(
    ['life', 'kills', 'points', 'acknowledged', ...kinds, 'ready after, s', 'orphaned for, s'],
    [...[...rows].map(([name, all]) => row(name, all)), row('all', found)],
  )
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)
