import { jsonSchema, tool } from 'ai'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Message } from '../../core/message.ts'
import { maxStepLength } from '../../engine/turn/answer-budget.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { type FakeProvider, startFakeProvider } from '../../testing/fake-provider/fake-provider.ts'
import { type ProviderName, providerNames, realModel } from '../../testing/fake-provider/real-providers.ts'
import { openTestEngine, say, type TestEngine } from '../../testing/test-engine.ts'
import { createGenerate } from '../generate.ts'

let fake: FakeProvider
beforeAll(async () => {
  fake = await startFakeProvider()
})
afterEach(() => expect(fake.calls.filter(({ ended }) => ended === 'open')).toEqual([]))
afterAll(() => fake.close())

const read = (output: () => string) =>
  tool({
    description: 'Reads.',
    inputSchema: jsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } } }),
    execute: async () => output(),
  })

async function asked(provider: ProviderName, model: string, output = () => 'contents') {
  const generate = createGenerate(realModel(provider, model, fake), { read: read(output) })
  const it = await openTestEngine({ storage: openMemory(), generate, window: 100_000_000, reserve: 1_000_000 })
  const chunks = await say(it, 'Go')
  return { it, chunks, said: await stored(it) }
}

async function stored({ scope }: TestEngine): Promise<readonly Message[]> {
  const { entries } = await scope.store.entries.page(scope.conversation, { limit: 1_000 })
  return entries.flatMap(({ entry }) => (entry.type === 'message' ? [entry.message] : [])).slice(1)
}

const size = (value: unknown): number => JSON.stringify(value).length
const warnings = (chunks: readonly { type: string; data?: unknown }[]) =>
  chunks.filter(({ type }) => type === 'data-warning')

const cases: readonly (readonly [ProviderName, string])[] = [
  ...providerNames.map(provider => [provider, 'endless'] as const),
  ['anthropic', 'endless-reasoning'],
  ['google', 'endless-reasoning'],
  ['anthropic', 'huge-word'],
  ['openai-responses', 'huge-word'],
]

test.each(cases)(
  'F6 an answer of %s that is %s is cut off, kept, told, and its request ended',
  async (provider, model) => {
    const { it, chunks, said } = await asked(provider, model)
    expect(size(said)).toBeGreaterThan(maxStepLength * 0.9)
    expect(size(said)).toBeLessThan(maxStepLength * 1.1)
    expect(warnings(chunks)).toMatchObject([{ data: { code: 'too-large' } }])
    expect(await it.scope.store.turns.latest(it.scope.conversation)).toMatchObject({ status: 'done' })
    // What was shown as it came, and what was stored of it.
    expect(size(chunks)).toBeLessThan(2 * maxStepLength * 1.1)
    if (model !== 'huge-word') expect(fake.calls.at(-1)!.ended).toBe('aborted')
  },
)

test('F6 what is given to a tool without end is cut off, and the tool is not called', async () => {
  let called = 0
  const { chunks, said } = await asked('anthropic', 'endless-call', () => `${++called}`)
  expect(called).toBe(0)
  expect(size(said)).toBeLessThan(maxStepLength)
  expect(warnings(chunks)).toMatchObject([{ data: { code: 'too-large' } }])
  expect(fake.calls.at(-1)!.ended).toBe('aborted')
})

test('F6 a tool that answers more than a step may hold ends the answer with what fits', async () => {
  const { chunks, said } = await asked('anthropic', 'tool-loop', () => 'x'.repeat(3 * maxStepLength))
  expect(said.map(({ role }) => role)).toEqual(['assistant', 'tool'])
  expect(size(said)).toBeLessThan(maxStepLength * 1.1)
  expect(warnings(chunks)).toHaveLength(1)
})
