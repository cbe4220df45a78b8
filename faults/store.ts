import { parseArgs } from 'node:util'
import { hasPostgres } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { table } from '../scripts/table.ts'
import { killWhileAppending } from './store-append.ts'
import { killFirstStart, openTwice } from './store-first-start.ts'
import { killMigration } from './store-migration.ts'
import type { Outcome } from './store-outcome.ts'
import { raceCompactors } from './store-race.ts'
import { freezeWorker } from './store-zombie.ts'

/** How hard to try. The default is what the docs quote; `quick` is what every test run does. */
export type Effort = {
  readonly kills: number
  readonly starts: number
  readonly zombies: number
  readonly races: number
}

export const full: Effort = { kills: 60, starts: 20, zombies: 10, races: 40 }
export const quick: Effort = { kills: 2, starts: 1, zombies: 1, races: 2 }

/** `npm run faults -- store`: kills, freezes and races the storage, and counts what it lost. */
export async function run(args: readonly string[]): Promise<void> {
  const options = { quick: { type: 'boolean' }, kills: { type: 'string' }, only: { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options })
  const effort = {
    ...(values.quick ? quick : full),
    ...(values.kills === undefined ? {} : { kills: Number(values.kills) }),
  }
  const outcomes: Outcome[] = []
  for (const [name, scenario] of scenarios()) {
    if (values.only !== undefined && !name.includes(values.only)) continue
    const began = performance.now()
    const outcome = await scenario(effort)
    outcomes.push(outcome)
    console.error(
      `${name}: ${faultsOf(outcome) === 0 ? 'nothing lost' : 'FAILED'} (${Math.round((performance.now() - began) / 1000)} s)`,
    )
  }
  console.log(report(outcomes))
  if (outcomes.some(outcome => faultsOf(outcome) > 0)) process.exitCode = 1
}

export function scenarios(): readonly (readonly [string, (effort: Effort) => Promise<Outcome>])[] {
  const embedded = [
    ['kill -9 while appending, embedded', ({ kills }: Effort) => killWhileAppending('embedded', kills)],
    ['kill -9 during the first start, copied', ({ starts }: Effort) => killFirstStart(starts, 'copied')],
    ['kill -9 during the first start, made', ({ starts }: Effort) => killFirstStart(starts, 'made')],
    ['two processes on one directory', () => openTwice()],
  ] as const
  if (!hasPostgres()) console.error('NO POSTGRES HERE: only the embedded engine is tried.')
  const postgres = [
    ['kill -9 while appending, Postgres', ({ kills }: Effort) => killWhileAppending('postgres', kills)],
    ['a worker frozen past its lease', ({ zombies }: Effort) => freezeWorker(zombies)],
    ['two compactors racing, kill -9', ({ races }: Effort) => raceCompactors(races)],
    ['kill -9 during a migration', ({ starts }: Effort) => killMigration(starts)],
  ] as const
  return hasPostgres() ? [...embedded, ...postgres] : embedded
}

/** Everything that must be zero. */
export const faultsOf = ({ lost, duplicates, doubles, stuck }: Outcome): number => lost + duplicates + doubles + stuck

const report = (outcomes: readonly Outcome[]): string =>
  table(
    ['fault', 'times', 'acknowledged', 'lost', 'duplicates', 'double commits', 'stuck'],
    outcomes.map(({ fault, times, acknowledged, lost, duplicates, doubles, stuck }) => [
      fault,
      times,
      acknowledged,
      lost,
      duplicates,
      doubles,
      stuck,
    ]),
  )
