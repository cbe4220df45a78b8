import { openMemory } from 'longhand/stores'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeAnthropic, fakeAnthropic } from './testing/anthropic.ts'
import { type Chunk, chunksOf } from './testing/chunks.ts'
import { type Started, start } from './testing/start.ts'

// One conversation from its first word through two compactions, over HTTP, against a provider that speaks the real
// protocol. The tests are its chapters and run in order.

const storage = { ...openMemory(), close: async () => {} }
let anthropic: FakeAnthropic
let server: Started
let id: string
let sent = 0
beforeAll(async () => {
  anthropic = await fakeAnthropic(4_000)
  server = await start({ storage, ...anthropic })
  id = (await server.api.create()).id
})
afterAll(async () => {
  await server.close()
  await anthropic.fake.close()
})

/** Says one more thing and returns the chunks of the answer. */
async function say(api = server.api): Promise<readonly Chunk[]> {
  const text = `Item ${++sent}: the price in src/prices/item-${sent}.ts is ${sent}.50 euros. ${'It was agreed. '.repeat(12)}`
  return chunksOf(await api.send(id, { clientId: `m${sent}`, text }, {}))
}

const share = async () => (await server.api.status(id)).share!
const compactionsIn = (chunks: readonly Chunk[]) => chunks.filter(({ type }) => type === 'data-compaction')
const wire = () => anthropic.chats().at(-1)!.turns
const quiet = async () => {
  // A summary that is being prepared ends by itself; nobody is told.
  for (let before = -1; before !== anthropic.summaries().length; ) {
    before = anthropic.summaries().length
    await new Promise(resolve => setTimeout(resolve, 300))
  }
}

test('C1, H2 below the threshold the model reads the whole history and nobody hears of condensing', async () => {
  while ((await share()) < 0.65) {
    const chunks = await say()
    expect(compactionsIn(chunks)).toEqual([])
    expect(wire()).toHaveLength(2 * sent - 1)
    expect(chunks.filter(({ type }) => type === 'data-context').length).toBeGreaterThan(0)
  }
  expect(sent).toBeGreaterThan(5)
  expect(anthropic.summaries()).toHaveLength(0)
})

test('T2, T3 the number shown is the one the provider reported', async () => {
  const { used, source } = await server.api.status(id)
  const { usage } = anthropic.fake.calls.findLast(({ request }) => request.model.includes('sonnet'))!
  expect(source).toBe('reported')
  expect(used).toBe(usage!.input + usage!.output)
})

test('C5 from 70% on the summary is prepared, and still nothing changes', async () => {
  await server.api.protect(id, 5, 'protect')
  while ((await share()) < 0.7) await say()
  await quiet()
  expect(anthropic.summaries()).toHaveLength(1)
  expect((await server.api.conversation(id)).compaction).toBeNull()
})

let before: readonly unknown[]

test('C5, V3, H2 at the threshold it is swapped in: first message, summary, protected, recent part', async () => {
  let told: readonly Chunk[] = []
  while (told.length === 0 && (await share()) < 0.95) {
    before = (await server.api.view(id)).messages
    told = compactionsIn(await say())
  }
  expect(new Set(told.map(chunk => chunk.id)).size).toBe(1)
  expect(told.at(-1)?.data).toMatchObject({ phase: 'completed', receipt: { version: 1 } })
  const { compaction } = await server.api.conversation(id)
  expect(compaction).not.toBeNull()
  expect(anthropic.summaries()).toHaveLength(1)
  const { messages } = await server.api.view(id)
  const [first, summary, kept] = messages
  expect([first, summary, kept].map(one => one?.kind)).toEqual(['verbatim', 'summary', 'verbatim'])
  expect(kept?.span).toEqual({ from: 5, to: 5 })
  const texts = wire().map(({ text }) => text)
  expect(texts.join('\n')).toContain('<summary>')
  expect(texts.join('\n')).toContain('Item 3: the price')
  expect(texts.at(-1)).toContain(`Item ${sent}:`)
  expect(texts.join('\n')).not.toContain('Item 4: the price')
  expect(await share()).toBeLessThan(0.8)
})

test('C11 the receipt matches what happened', async () => {
  const [receipt] = await server.api.receipts(id)
  expect(receipt).toMatchObject({ trigger: 'threshold', strategy: 'summary', version: 1, calls: 1 })
  expect(receipt!.retention).toBeGreaterThanOrEqual(0.9)
  expect(receipt!.after).toBeLessThan(receipt!.before)
  const { entries } = await server.api.entries(id)
  expect(entries.find(({ type }) => type === 'compaction')).toMatchObject({ receipt })
})

test('V4, D4 another process reads the stored summary and writes none of its own', async () => {
  const other = await start({ storage, ...anthropic })
  const { messages } = await other.api.view(id)
  await say(other.api)
  expect(anthropic.summaries()).toHaveLength(1)
  expect(wire().some(({ text }) => text.includes('<summary>'))).toBe(true)
  expect((await other.api.view(id)).messages.slice(0, messages.length)).toEqual(messages)
  await other.close()
})

test('C15 undo brings back the view of before, byte for byte; redo the summary', async () => {
  const condensed = (await server.api.view(id)).messages
  await server.api.undo(id)
  const undone = (await server.api.view(id)).messages
  expect(undone.slice(0, before.length)).toEqual(before)
  await server.api.redo(id)
  expect((await server.api.view(id)).messages).toEqual(condensed)
  expect(anthropic.summaries()).toHaveLength(1)
})

test('V5, V1 a second compaction folds the first, and people still see every word', async () => {
  while ((await server.api.receipts(id)).length < 2 && sent < 60) {
    await say()
    await quiet()
  }
  const [second] = await server.api.receipts(id)
  expect(second).toMatchObject({ version: 2 })
  const { messages } = await server.api.view(id)
  expect(messages.filter(({ kind }) => kind === 'summary')).toHaveLength(1)
  expect(messages).toContainEqual(expect.objectContaining({ span: { from: 5, to: 5 }, kind: 'verbatim' }))
  const { entries } = await server.api.entries(id, { limit: 500 })
  expect(entries.filter(({ type }) => type === 'message')).toHaveLength(2 * sent)
}, 60_000)
