import { classic } from 'longhand'
import { answer, behave, type FakeProvider, type FakeRequest, startFakeProvider } from 'longhand/internal/testing'
import { meter } from 'longhand/internal/tokens'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ConfigValues } from '../config/config-schema.ts'
import { chunksOf } from '../testing/chunks.ts'
import { goodSummary, item, usage } from '../testing/scenarios/bakery.ts'
import { type Started, start } from '../testing/start.ts'
import { createModelList } from './model-list.ts'
import { openProviders } from './providers.ts'

// Every provider package as people use it, against a fake that speaks its protocol and refuses what the real one would.

type Providers = NonNullable<ConfigValues['providers']>

const own = (base_url: string, models: string[]) => ({ base_url, models, tools: 'on' }) as const

const table: readonly (readonly [string, string, string, (url: string) => Providers])[] = [
  // The chat's model, the summariser's, and how the configuration brings them.
  ['anthropic', 'claude-opus-4-6', 'claude-sonnet-4-5', url => ({ anthropic: { base_url: url } })],
  ['openai', 'gpt-5.2', 'gpt-5-mini', url => ({ openai: { base_url: url } })],
  ['google', 'gemini-2.5-pro', 'gemini-2.5-flash', url => ({ google: { base_url: url } })],
  ['openrouter', 'anthropic/claude-sonnet-4.5', 'openai/gpt-5-mini', url => ({ openrouter: { base_url: url } })],
  [
    'ollama',
    'llama3.2',
    'llama3.2-small',
    url => ({ compatible: { ollama: { ...own(url, ['llama3.2']), summary_model: 'llama3.2-small' } } }),
  ],
  [
    'lmstudio',
    'qwen3-8b',
    'qwen3-mini',
    url => ({ compatible: { lmstudio: { ...own(url, ['qwen3-8b']), summary_model: 'qwen3-mini' } } }),
  ],
]

const keys = {
  ANTHROPIC_API_KEY: 'key-for-the-fake',
  OPENAI_API_KEY: 'key-for-the-fake',
  GOOGLE_GENERATIVE_AI_API_KEY: 'key-for-the-fake',
  OPENROUTER_API_KEY: 'key-for-the-fake',
}

describe.each(table)('C8 %s', (source, chat, summariser, wish) => {
  let fake: FakeProvider
  let server: Started
  const name = `${source}/${chat}`

  beforeEach(async () => {
    fake = await startFakeProvider({
      usage,
      behaviour: ({ model }) => (model === summariser ? answer(goodSummary) : answer('Noted.')),
    })
    const sources = openProviders(keys, { providers: wish(fake.baseURL) })
    const settings = () => ({ model: name, summaryModel: 'auto', fastModel: 'auto', instructions: 'Keep prices.' })
    const figures = { [name]: { window: 20_000, output: 2_000 } }
    server = await start({
      models: scopeFor => createModelList({ sources, ownFigures: figures, settings }, scopeFor),
      meter,
      policy: classic,
    })
  })
  afterEach(async () => {
    await server.close()
    await fake.close()
  })

  const asked = (model: string): readonly FakeRequest[] =>
    fake.calls.map(({ request }) => request).filter(one => one.model === model)
  const long = async (): Promise<string> => {
    const said = Array.from({ length: 20 }, (_, at) => [
      { role: 'user', content: item(at + 1) },
      { role: 'assistant', content: `Noted. ${'So it was agreed, and nothing was left open about it. '.repeat(20)}` },
    ])
    return (await server.api.import(JSON.stringify(said.flat()), 'transcript')).conversation!
  }
  const say = async (id: string, text: string) => {
    const told = await chunksOf(await server.api.send(id, { clientId: text.replace(/\W/g, '-'), text }, {}))
    return { told, said: told.map(({ delta = '' }) => delta).join('') }
  }

  test('a chat: what the model says is streamed, stored, and read again by the next request', async () => {
    const { id } = await server.api.create()
    expect((await say(id, 'Hello')).said).toBe('Noted.')
    await say(id, 'And now?')
    expect(
      asked(chat)
        .at(-1)!
        .turns.map(({ text }) => text),
    ).toEqual(['Hello', 'Noted.', 'And now?'])
  })

  test('a tool loop: the model looks into its own window and goes on', async () => {
    const { id } = await server.api.create()
    const call = { type: 'call', id: 'call_1', name: 'getContextStats', input: {} } as const
    fake.script(() => answer([call], 'calls'))
    expect((await say(id, 'How full is it?')).said).toBe('Noted.')
    expect(asked(chat)).toHaveLength(2)
    expect(asked(chat)[1]!.turns.map(({ role }) => role)).toContain('tool')
  })

  test('a compaction: its own model sums up as it is told, and the chat reads the summary', async () => {
    const id = await long()
    await server.api.command(id, '/compact --force')
    expect(asked(summariser)).toHaveLength(1)
    expect(asked(summariser)[0]!.text).toContain('Keep prices.')
    const [receipt] = await server.api.receipts(id)
    expect(receipt).toMatchObject({ model: `${source}/${summariser}`, method: 'summary' })
    await say(id, 'Go on.')
    expect(asked(chat).at(-1)!.text).toContain('<summary>')
  })

  test('an overflow: one compaction, one retry, and an answer', async () => {
    const id = await long()
    fake.script(behave('overflow', 6_000))
    expect((await say(id, 'Go on.')).said).toBe('Noted.')
    expect(asked(chat)).toHaveLength(2)
    const [receipt] = await server.api.receipts(id)
    expect(receipt).toMatchObject({ trigger: 'overflow' })
    expect(asked(chat)[1]!.size).toBeLessThan(asked(chat)[0]!.size)
  })
})
