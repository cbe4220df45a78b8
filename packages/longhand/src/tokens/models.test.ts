import { expect, test } from 'vitest'
import { modelFacts, roomOf } from './models.ts'

test.each([
  // model                          window      output    ratio  source
  ['claude-sonnet-4-5', 200_000, 64_000, 1.16, 'registry'],
  ['claude-opus-4-6', expect.any(Number), 64_000, 1.16, 'registry'],
  ['claude-opus-4-7', expect.any(Number), 64_000, 1.55, 'registry'],
  ['claude-sonnet-5', 1_000_000, 64_000, 1.55, 'registry'],
  ['claude-opus-5', 1_000_000, 64_000, 1.55, 'registry'],
  ['anthropic/claude-sonnet-4-5', 200_000, 64_000, 1.16, 'registry'],
  ['gpt-5.5', 922_000, 128_000, 1, 'registry'],
  ['gpt-4o', 128_000, 16_384, 1, 'registry'],
  ['gemini-2.5-pro', 1_048_576, 65_536, 1.2, 'registry'],
  ['offline', 32_000, 2_048, 1, 'registry'],
  ['some-model-of-mine', 128_000, 8_192, 1.15, 'guess'],
])('T5 %s holds %s tokens', (id, window, output, ratio, source) => {
  expect(modelFacts(id)).toMatchObject({ window, output, family: { ratio }, source })
})

test("T5 a person's own figure wins, and says so", () => {
  const own = { 'some-model-of-mine': { window: 8_192, output: 1_024 }, 'gpt-4o': { window: 64_000 } }
  expect(modelFacts('some-model-of-mine', own)).toMatchObject({ window: 8_192, output: 1_024, source: 'own' })
  expect(modelFacts('gpt-4o', own)).toMatchObject({ window: 64_000, output: 16_384, source: 'own' })
})

test('T5 prices are per million tokens, with the cache', () => {
  expect(modelFacts('claude-sonnet-4-5').prices).toEqual({ input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 })
  expect(modelFacts('some-model-of-mine').prices).toBeNull()
})

test('T7 the answer is given a part of the window, not the most that the model could say', () => {
  expect(roomOf(modelFacts('claude-sonnet-4-5'))).toEqual({ window: 200_000, reserve: 16_384 })
  expect(roomOf(modelFacts('offline'))).toEqual({ window: 32_000, reserve: 2_048 })
})
