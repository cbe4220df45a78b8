import { meter } from 'longhand/internal/tokens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createModelList } from '../models/model-list.ts'
import { offlineSource, smallOffline } from '../models/offline.ts'
import { chunksOf, textIn } from '../testing/chunks.ts'
import { type Started, start } from '../testing/start.ts'

let server: Started
beforeAll(async () => {
  const settings = { model: 'offline/quoting', summaryModel: 'auto', fastModel: 'auto' }
  const parts = {
    sources: [offlineSource],
    ownFigures: { [smallOffline.name]: smallOffline },
    settings: () => settings,
  }
  server = await start({ models: scopeFor => createModelList(parts, scopeFor), meter })
})
afterAll(() => server.close())

const condensed = async (id: string) => {
  for (let tries = 0; tries < 200; tries++) {
    const state = await server.api.conversation(id)
    if (state.compaction !== null) return state
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('Nothing was condensed.')
}

test('O1, O2, W8 the sample is just below the threshold; the shortest message condenses it, and what it is asked about it quotes with its ¶', async () => {
  const { api } = server
  const sample = await api.create({ sample: true })
  const { entries } = await api.entries(sample.id)
  expect(entries).toHaveLength(52)
  expect(sample.status.share).toBeLessThan(0.8)
  expect(sample.status.share).toBeGreaterThan(0.75)
  expect(sample.compaction).toBeNull()
  expect((await api.view(sample.id)).messages).toHaveLength(52)

  await chunksOf(await api.send(sample.id, { clientId: 'one-more', text: 'ok' }, {}))
  const after = await condensed(sample.id)
  expect(after.status.share).toBeLessThan(0.5)
  expect(await api.conversations()).toMatchObject([{ id: sample.id, used: after.status.used }])
  const [receipt] = await api.receipts(sample.id)
  expect(receipt).toMatchObject({ trigger: 'threshold', version: 1, after: expect.any(Number) })
  expect(receipt!.retention).toBeGreaterThanOrEqual(0.9)
  expect((await api.entries(sample.id)).entries.length).toBeGreaterThan(54)

  const answer = await chunksOf(
    await api.send(sample.id, { clientId: 'ask', text: 'Who receives the mail at 06:00?' }, {}),
  )
  expect(textIn(answer)).toContain('orders@example.com')
  expect(textIn(answer)).toMatch(/orders@example\.com[^\n]*\n\n— (?:you|the assistant), ¶ 5[0-2]$/m)
})
