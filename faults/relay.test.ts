import { expect, test } from 'vitest'
import { hasPostgres } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { liveThrough } from './relay.ts'
import { meetHostileProvider } from './relay-hostile.ts'
import { meetStrangers } from './relay-strangers.ts'

test('N7 H4.24 a client finishes though its server is killed and its provider breaks off, and nothing is lost or twice', async () => {
  const { damage, stages } = await liveThrough('embedded', { kills: 3, cuts: 1, pauseMs: 0 })
  expect(damage).toEqual([])
  expect(stages).toHaveLength(3)
}, 240_000)

test('N7 H4.37 H4.15 programs with made-up keys are kept nothing of and spend nothing, and drafts are no windows', async () => {
  expect(await meetStrangers(12)).toEqual({ asked: 12, kept: 0, spent: 0, learnt: 0 })
}, 240_000)

test.runIf(hasPostgres() && process.env.TEST_DATABASE_URL === undefined)(
  'N7 H4.24 a client finishes though its storage is frozen for a while, and nothing is lost or twice',
  async () => {
    const { damage } = await liveThrough('postgres', { kills: 1, cuts: 1, pauseMs: 4_000 })
    expect(damage).toEqual([])
  },
  240_000,
)

test('H4.4 what a hostile provider answers reaches its client byte for byte, is stored, and acts on nothing of ours', async () => {
  const met = await meetHostileProvider(400_000)
  expect(met.flatMap(({ damage }) => damage)).toEqual([])
  expect(met).toHaveLength(10)
}, 240_000)
