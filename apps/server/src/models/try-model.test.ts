import { answer, behave, type FakeProvider, startFakeProvider } from 'longhand/internal/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Started, start } from '../testing/start.ts'
import { createModelList } from './model-list.ts'
import { openProviders } from './providers.ts'

let fake: FakeProvider
let server: Started
beforeEach(async () => {
  fake = await startFakeProvider({ behaviour: () => answer('Yes.') })
  const sources = openProviders({
    LOCAL_BASE_URL: fake.baseURL,
    LOCAL_API_KEY: 'sk-local-0123456789abcdef0123456789abcdef',
  })
  const settings = () => ({ model: 'local/llama3.2', summaryModel: 'auto', fastModel: 'auto' })
  server = await start({ models: scopeFor => createModelList({ sources, ownFigures: {}, settings }, scopeFor) })
})
afterEach(async () => {
  await server.close()
  await fake.close()
})

test('W8 a provider that answers one word works; nothing is stored of it', async () => {
  expect(await server.api.testProvider('local')).toEqual({ outcome: 'works', sentence: 'local/llama3.2 answers.' })
  expect(fake.calls).toHaveLength(1)
  expect(await server.api.conversations()).toEqual([])
})

test('W8, S a key that is refused is told in the provider’s words, without the key', async () => {
  fake.script(behave('leaky-error'))
  const tried = await server.api.testProvider('local')
  expect(tried.outcome).toBe('failed')
  expect(tried.sentence).not.toContain('sk-local-0123456789abcdef0123456789abcdef')
})

test('F5 one that is gone, and one that nobody knows, are told', async () => {
  await expect(server.api.testProvider('anthropic')).rejects.toMatchObject({ code: 'not-found' })
  await fake.close()
  expect(await server.api.testProvider('local')).toMatchObject({
    outcome: 'failed',
    sentence: expect.stringMatching(/\./),
  })
})
