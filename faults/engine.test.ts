import { expect, test } from 'vitest'
import { hasPostgres } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { damageIn, killEverywhere, shortest } from './engine.ts'
import { lives } from './engine-lives.ts'
import { pointNames } from './engine-points.ts'

test.runIf(hasPostgres())(
  'N7 C13 K8 H5 kill -9 at every failpoint of a turn and of a compaction: nothing acknowledged is lost, and it goes on',
  async () => {
    const found = await killEverywhere(shortest)
    expect(found.filter(({ damage }) => damageIn(damage) > 0)).toEqual([])
    expect(new Set(found.map(({ life }) => life))).toEqual(new Set(Object.keys(lives)))
    const passed = new Set(found.map(({ point }) => point))
    expect(pointNames().filter(name => !passed.has(name) && !isRare(name))).toEqual([])
    // Half of them: a machine that others use too is late now and then.
    const ready = found.map(({ readyMs }) => readyMs).toSorted((a, b) => a - b)
    expect(ready[Math.floor(ready.length / 2)]).toBeLessThan(5_000)
    for (const { orphanedMs } of found) expect(orphanedMs ?? 0).toBeLessThan(40_000)
  },
  600_000,
)

/** A turn whose model is silent renews its lease every ten seconds: no life is so long. Whoever speaks saves more often. */
const isRare = (name: string): boolean => name.startsWith('turns.beat:')
