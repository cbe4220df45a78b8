import { classic } from 'longhand'
import { answer, type FakeProvider, type FakeRequest, startFakeProvider } from 'longhand/internal/testing'
import { meter } from 'longhand/internal/tokens'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createModelList } from '../models/model-list.ts'
import { openProviders } from '../models/providers.ts'
import { chunksOf } from '../testing/chunks.ts'
import { goodSummary, item, usage } from '../testing/scenarios/bakery.ts'
import { type Started, start } from '../testing/start.ts'

// A conversation that changes its model on the way: from a large window to a small one, and from one provider to another.

let fake: FakeProvider
let server: Started
beforeEach(async () => {
  fake = await startFakeProvider({
    usage,
    behaviour: ({ text }) => (/keep the record/.test(text) ? answer(goodSummary) : answer('Noted.')),
  })
  const small = { base_url: fake.baseURL, models: ['llama3.2'] }
  const sources = openProviders(
    { ANTHROPIC_API_KEY: 'key-for-the-fake', ANTHROPIC_BASE_URL: fake.baseURL },
    { providers: { compatible: { ollama: small } } },
  )
  const settings = () => ({ model: 'anthropic/claude-opus-4-6', summaryModel: 'auto', fastModel: 'auto' })
  const ownFigures = { 'ollama/llama3.2': { window: 8_000, output: 1_000 } }
  const models = (scopeFor: Parameters<typeof createModelList>[1]) =>
    createModelList({ sources, ownFigures, settings }, scopeFor)
  server = await start({ models, meter, policy: classic })
})
afterEach(async () => {
  await server.close()
  await fake.close()
})

const said = (chunks: Awaited<ReturnType<typeof chunksOf>>) => chunks.map(({ delta = '' }) => delta).join('')

test('C1, V10 a smaller model takes over: the view is folded first, and a file it cannot read is named', async () => {
  const { api } = server
  const archive = { mediaType: 'application/zip', name: 'prices.zip', data: 'AAAA' }
  const before = Array.from({ length: 24 }, (_, at) => [
    { role: 'user', content: item(at + 1) },
    { role: 'assistant', content: `Noted. ${'So it was agreed, and nothing was left open about it. '.repeat(20)}` },
  ])
  const { conversation: id } = await api.import(JSON.stringify(before.flat()), 'transcript')
  expect(said(await chunksOf(await api.send(id!, { clientId: 'one', text: 'Read this.', files: [archive] }, {})))).toBe(
    'Noted.',
  )
  await api.update(id!, { model: 'ollama/llama3.2' })
  expect(said(await chunksOf(await api.send(id!, { clientId: 'two', text: 'Go on.' }, {})))).toBe('Noted.')
  const [receipt] = await api.receipts(id!)
  expect(receipt).toMatchObject({ trigger: 'model-change', model: 'ollama/llama3.2' })
  const last = fake.calls.map(({ request }): FakeRequest => request).at(-1)!
  expect(last.model).toBe('llama3.2')
  expect(last.text).toContain('<summary>')
  expect(last.text).toContain('[application/zip prices.zip: attached, but not readable by this model]')
})
