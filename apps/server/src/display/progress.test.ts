import { localOwner } from 'longhand/internal/engine'
import { answer } from 'longhand/internal/testing'
import { openMemory } from 'longhand/memory'
import { expect, onTestFinished, test } from 'vitest'
import { openStage, until } from '../testing/scenarios/stage.ts'
import { openTalk } from '../testing/scenarios/talk.ts'

test('W2 a summary that is written ahead of need is not shown as condensing', async () => {
  const storage = openMemory()
  const silent = { ...answer(''), delivery: { type: 'half-open' } } as const
  const stage = await openStage({ storage, cast: { summary: () => silent } })
  onTestFinished(() => stage.close())
  const talk = await openTalk(stage, 25)
  await talk.fill(0.7)
  const newest = async () => (await storage.as(localOwner).compactions.list(talk.id, { limit: 1 }))[0]
  await until(async () => (await newest())?.status === 'running')
  expect((await stage.api.conversation(talk.id)).compacting).toBeNull()
})
