import { once } from 'node:events'
import { LonghandError } from 'longhand'
import type { ModelEvent, Storage } from 'longhand/internal/engine'
import { saying } from 'longhand/internal/testing'
import { openMemory } from 'longhand/memory'
import { afterEach, expect, test } from 'vitest'
import { chunksOf, eachChunk, textIn } from '../testing/chunks.ts'
import { ask } from '../testing/fill.ts'
import { type Started, type StartOptions, start } from '../testing/start.ts'

let server: Started
const begin = async (options: StartOptions = {}) => {
  server = await start(options)
  return server.api
}
afterEach(() => server.close())

test('H1 a message is stored, answered as a UI message stream, and both are there afterwards', async () => {
  const api = await begin({ speak: saying('It is in the ledger.') })
  const { id } = await api.create()
  const chunks = await chunksOf(await api.send(id, { clientId: 'm1', text: 'Where is it?' }, {}))
  expect(chunks[0]).toEqual({ type: 'start', messageId: 'm1' })
  expect(chunks.at(-1)).toEqual({ type: 'finish' })
  expect(textIn(chunks)).toBe('Itisintheledger.')
  expect(chunks.filter(({ type }) => type === 'data-entry')).toHaveLength(2)
  const { entries } = await api.entries(id)
  expect(entries.map(entry => entry.type === 'message' && entry.message.role)).toEqual(['user', 'assistant'])
})

test('H5 fifty sends of the same message write it once and ask the model once', async () => {
  let asked = 0
  const api = await begin({
    speak: async function* (request, signal) {
      asked++
      yield* saying('Once.')(request, signal)
    },
  })
  const { id } = await api.create()
  const sends = Array.from({ length: 50 }, () => api.send(id, { clientId: 'same', text: 'Hello' }, {}).then(chunksOf))
  const all = await Promise.all(sends)
  expect(all.every(chunks => chunks.at(-1)?.type === 'finish')).toBe(true)
  expect(asked).toBe(1)
  expect((await api.entries(id)).entries).toHaveLength(2)
  const again = await chunksOf(await api.send(id, { clientId: 'same', text: 'Hello' }, {}))
  expect(again.filter(({ type }) => type === 'data-entry')).toHaveLength(2)
  expect(asked).toBe(1)
})

test('H5 the same id with other words is refused, and the first ones stay', async () => {
  const api = await begin()
  const { id } = await api.create()
  await chunksOf(await api.send(id, { clientId: 'm1', text: 'First words' }, {}))
  await expect(api.send(id, { clientId: 'm1', text: 'Other words' }, {})).rejects.toMatchObject({ code: 'conflict' })
  expect((await api.entries(id)).entries).toHaveLength(2)
})

test.each([
  ['X.1.0', 'X'],
  ['X', 'X.1.0'],
  [`${'y'.repeat(116)}.1.0`, 'y'.repeat(116)],
  ['z'.repeat(116), `${'z'.repeat(116)}.1.0`],
])('H5 F6 messages sent as %s and %s are both stored and answered', async (...ids) => {
  const api = await begin({ speak: saying('Fine.') })
  const { id } = await api.create()
  for (const clientId of ids) {
    const chunks = await chunksOf(await api.send(id, { clientId, text: `I am ${clientId}` }, {}))
    expect(chunks.filter(({ type }) => type === 'error')).toEqual([])
  }
  const { entries } = await api.entries(id)
  const texts = entries.map(entry => entry.type === 'message' && entry.message.parts[0])
  expect(texts).toMatchObject(ids.flatMap(one => [{ text: `I am ${one}` }, { text: 'Fine.' }]))
  expect(entries.filter(entry => ids.includes(entry.id))).toHaveLength(2)
})

test('F5 while storage is down a message is refused with 503 and when to try again, and then it can be sent', async () => {
  const api = await begin({ storage: failing(openMemory(), 2) })
  const { id } = await api.create()
  const answer = await ask(server, 'POST', `/api/conversations/${id}/messages`, { clientId: 'm1', text: 'Hello' })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('2')
  expect(await answer.json()).toMatchObject({ code: 'store-unavailable' })
  await expect(api.send(id, { clientId: 'm1', text: 'Hello' }, {})).rejects.toMatchObject({ code: 'store-unavailable' })
  await chunksOf(await api.send(id, { clientId: 'm1', text: 'Hello' }, {}))
  expect((await api.entries(id)).entries).toHaveLength(2)
})

test('H5 a second message while an answer is written is refused, with the id of that turn', async () => {
  const slow = slowly('one two three')
  const api = await begin({ speak: slow.speak })
  const { id } = await api.create()
  const first = api.send(id, { clientId: 'm1', text: 'First' }, {}).then(chunksOf)
  await slow.spoke
  await expect(api.send(id, { clientId: 'm2', text: 'Second' }, {})).rejects.toMatchObject({
    code: 'busy',
    details: { turn: 'm1' },
  })
  slow.goOn()
  await first
})

test('H5, K10 whoever leaves does not stop the answer, and who comes back reads it from its beginning', async () => {
  const slow = slowly('one two three')
  const api = await begin({ speak: slow.speak })
  const { id } = await api.create()
  const leaving = new AbortController()
  const body = await api.send(id, { clientId: 'm1', text: 'Count' }, { signal: leaving.signal })
  for await (const chunk of eachChunk(body)) if (chunk.type === 'text-delta') break
  leaving.abort()
  expect((await api.conversation(id)).turn).toEqual({ id: 'm1' })
  const resumed = chunksOf(await api.resume(id, {}))
  slow.goOn()
  const chunks = await resumed
  expect(chunks[0]?.type).toBe('start')
  expect(textIn(chunks)).toBe('one two three')
  expect(await api.resume(id, {})).toBeNull()
})

test('H5 stop ends the answer and keeps what was shown', async () => {
  const slow = slowly('one two three')
  const api = await begin({ speak: slow.speak })
  const { id } = await api.create()
  const chunks = api.send(id, { clientId: 'm1', text: 'Count' }, {}).then(chunksOf)
  await slow.spoke
  await api.stop(id)
  expect((await chunks).at(-1)?.type).toBe('finish')
  const { entries } = await api.entries(id)
  expect(entries[1]).toMatchObject({ ending: 'stopped', message: { parts: [{ text: 'one ' }] } })
})

test('K10 an answer that another process writes is followed by what is stored of it', async () => {
  const storage = openMemory()
  const slow = slowly('one two three')
  const writer = await start({ storage, speak: slow.speak })
  const api = await begin({ storage })
  const { id } = await writer.api.create()
  const written = writer.api.send(id, { clientId: 'm1', text: 'Count' }, {}).then(chunksOf)
  await slow.spoke
  const followed = api.resume(id, {}).then(chunksOf)
  setTimeout(slow.goOn, 1_200)
  await written
  const chunks = await followed
  expect(textIn(chunks)).toBe('one ')
  const stored = chunks.filter(({ type }) => type === 'data-entry').map(({ data }) => data?.id)
  expect(stored).toEqual(['m1', expect.stringMatching(/\/1\.0$/)])
  expect(chunks.at(-1)?.type).toBe('finish')
  await writer.close()
})

test('H1 a retry answers anew and keeps the first answer as a branch', async () => {
  const api = await begin()
  const { id } = await api.create()
  await chunksOf(await api.send(id, { clientId: 'm1', text: 'Once' }, {}))
  await chunksOf(await api.retry(id, {}))
  const { entries } = await api.entries(id)
  expect(entries).toHaveLength(2)
  expect(entries[1]).toMatchObject({ fork: { index: 1, of: 2 } })
  expect(await api.branches(id)).toHaveLength(2)
})

test('H1 any answer is generated again or gone on with, and nobody says anything for it', async () => {
  const api = await begin()
  const { id } = await api.create()
  for (const text of ['Once', 'Twice']) await chunksOf(await api.send(id, { clientId: text, text }, {}))
  const first = (await api.entries(id)).entries[1]!
  await chunksOf(await api.continue(id, { entry: first.id }))
  const { entries } = await api.entries(id)
  expect(entries.map(entry => entry.type === 'message' && entry.message.role)).toEqual([
    'user',
    'assistant',
    'assistant',
  ])
  await chunksOf(await api.retry(id, { entry: entries[2]!.id }))
  expect((await api.entries(id)).entries).toHaveLength(2)
  expect(await api.branches(id)).toHaveLength(3)
  await expect(api.retry(id, { entry: 'unknown' })).rejects.toMatchObject({ code: 'not-found' })
})

test('K9 a conversation is called after its first words', async () => {
  const api = await begin()
  const { id } = await api.create()
  await chunksOf(await api.send(id, { clientId: 'm1', text: '# Ledger\n\nPlease look at it.' }, {}))
  await chunksOf(await api.send(id, { clientId: 'm2', text: 'Something else' }, {}))
  expect(await api.conversations()).toMatchObject([{ title: 'Ledger', messages: 4, preview: { role: 'assistant' } }])
})

test('F6 an empty message is refused and nothing is written', async () => {
  const api = await begin()
  const { id } = await api.create()
  await expect(api.send(id, { clientId: 'm1', text: '  ' }, {})).rejects.toMatchObject({ code: 'bad-request' })
  expect((await api.entries(id)).entries).toEqual([])
})

/** A model that says its first word, then waits until it is told to go on. */
function slowly(text: string) {
  let goOn = () => {}
  let spokeFirst = () => {}
  const waiting = new Promise<void>(resolve => {
    goOn = resolve
  })
  const spoke = new Promise<void>(resolve => {
    spokeFirst = resolve
  })
  async function* speak(_: unknown, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const words = text.match(/\S+ ?/g) ?? []
    for (const [at, delta] of words.entries()) {
      const said = words.slice(0, at + 1).join('')
      if (at === 1) {
        spokeFirst()
        if (!signal.aborted) await Promise.race([waiting, once(signal, 'abort')])
      }
      if (signal.aborted)
        return yield { type: 'failed', failure: { type: 'cancelled', sentence: 'The answer was stopped.' } }
      yield {
        type: 'chunk',
        chunk: { type: 'text-delta', id: '1', delta },
        parts: () => [{ type: 'text', text: said }],
      }
    }
    yield {
      type: 'end',
      messages: [{ role: 'assistant', parts: [{ type: 'text', text }] }],
      finish: 'stop',
      usage: null,
    }
  }
  return { speak, spoke, goOn: () => goOn() }
}

/** Storage that cannot store messages for a while. */
function failing(storage: Storage, times: number): Storage {
  let left = times
  return {
    ...storage,
    as(owner) {
      const store = storage.as(owner)
      const startTurn: typeof store.turns.start = async (...args) => {
        if (left-- > 0) throw new LonghandError('store-unavailable', 'The database does not answer.')
        return store.turns.start(...args)
      }
      return { ...store, turns: { ...store.turns, start: startTurn } }
    },
  }
}
