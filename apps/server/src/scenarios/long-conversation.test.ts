import { behave } from 'longhand/internal/testing'
import { openMemory } from 'longhand/memory'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Chunk } from '../testing/chunks.ts'
import { item, summarised } from '../testing/scenarios/bakery.ts'
import { openStage, type Stage, until } from '../testing/scenarios/stage.ts'
import { compactionsIn, openTalk, type Talk, wordsOf } from '../testing/scenarios/talk.ts'
import type { Started } from '../testing/start.ts'

// One conversation from its first word through two compactions, over HTTP, against a provider that speaks the real
// protocol. The tests are its chapters and run in order.

let stage: Stage
let talk: Talk
beforeAll(async () => {
  stage = await openStage({ storage: { ...openMemory(), close: async () => {} } })
  talk = await openTalk(stage)
})
afterAll(() => stage.close())

const wire = () => wordsOf(stage.chats().at(-1))
const answered = `assistant: Noted. ${'So it is. '.repeat(8)}`
/** The history word for word, up to and including what the person said last. */
const history = (count: number) =>
  Array.from({ length: count }, (_, at) => [`user: ${item(at + 1)}`, answered])
    .flat()
    .slice(0, -1)

test('C1, V3, H2 below the threshold the wire carries the full history and no compaction is told of', async () => {
  while ((await talk.share()) < 0.62) {
    expect(compactionsIn(await talk.say())).toEqual([])
    expect(wire()).toEqual(history(talk.said()))
  }
  expect(talk.said()).toBeGreaterThan(5)
  expect(stage.summaries()).toEqual([])
})

test('T2 the number shown is the one that the provider reported', async () => {
  const { usage } = stage.fake.calls.at(-1)!
  expect(await stage.api.status(talk.id)).toMatchObject({ used: usage!.input + usage!.output, source: 'reported' })
})

test('C5 from 70% on a summary is prepared, once, and nothing else changes', async () => {
  await stage.api.protect(talk.id, 5, 'protect')
  await talk.fill(0.7)
  await stage.prepared(talk.id)
  expect(stage.summaries()).toHaveLength(1)
  expect((await stage.api.conversation(talk.id)).compaction).toBeNull()
  expect(compactionsIn(await talk.say())).toEqual([])
  expect(wire()).toEqual(history(talk.said()))
})

let before: Awaited<ReturnType<Talk['view']>>['messages']
let receipt: unknown

test('V3, C2, C5, H2 at the threshold the wire carries first, summary, protected and the last six, without delay', async () => {
  // Whoever had to wait for a summary now would wait for ever.
  stage.cast.summary = behave('half-open')
  let told: readonly Chunk[] = []
  while (told.length === 0) {
    before = (await talk.view()).messages
    told = compactionsIn(await talk.say())
  }
  const last = history(talk.said())
  expect(wire().slice(-7)).toEqual(last.slice(-7))
  const [first, protectedOne] = [item(1), item(3)]
  expect(wire()[0]).toMatch(new RegExp(`^user: ${first.slice(0, 40)}.*\n<summary>`, 's'))
  expect(wire()[0]).toContain(protectedOne)
  expect(wire().join()).not.toContain(item(4))
  expect(new Set(told.map(({ id }) => id)).size).toBe(1)
  expect(told.at(-1)!.data).toMatchObject({ phase: 'completed' })
  receipt = told.at(-1)!.data!.receipt
  expect(stage.summaries()).toHaveLength(1)
})

test('C11 the receipt says what happened, in the stream, in the history and in the list', async () => {
  expect(await stage.api.receipts(talk.id)).toEqual([receipt])
  expect(receipt).toMatchObject({
    trigger: 'threshold',
    phase: 'background',
    strategy: 'summary',
    version: 1,
    calls: 1,
  })
  const { before: from, after, reduction, retention, folded } = receipt as Record<string, number>
  expect(after).toBeLessThan(from!)
  expect(reduction).toBeCloseTo(1 - after! / from!, 6)
  expect(retention).toBeGreaterThanOrEqual(0.9)
  const entries = await talk.entries()
  const shown = (await talk.view()).messages.filter(({ kind }) => kind === 'verbatim').length
  expect(entries.filter(({ type }) => type === 'message').length - shown).toBe(folded)
  expect(entries.filter(({ type }) => type === 'compaction')).toMatchObject([{ receipt }])
})

test('V4 after a reload and in a second process the stored summary is read; none is written', async () => {
  const { messages } = await talk.view()
  const other: Started = await stage.second()
  expect((await other.api.view(talk.id)).messages).toEqual(messages)
  await talk.say(undefined, other.api)
  expect(wire()[0]).toContain('<summary>')
  expect(stage.summaries()).toHaveLength(1)
  await other.close()
})

test('C15, V8 undo brings back the view of before, byte for byte; redo the other one', async () => {
  const condensed = JSON.stringify((await talk.view()).messages)
  await stage.api.undo(talk.id)
  const undone = (await talk.view()).messages
  expect(JSON.stringify(undone.slice(0, before.length))).toBe(JSON.stringify(before))
  await stage.api.redo(talk.id)
  expect(JSON.stringify((await talk.view()).messages)).toBe(condensed)
})

test('V5, V1 a second compaction stacks on the first, and people still see every word', async () => {
  stage.cast.summary = summarised
  while ((await stage.api.receipts(talk.id)).length < 2 && talk.said() < 60) {
    await talk.say()
    await until(() => stage.fake.calls.every(({ ended }) => ended !== 'open'))
  }
  expect((await stage.api.receipts(talk.id))[0]).toMatchObject({ version: 2 })
  const summaries = (await talk.view()).messages.filter(({ kind }) => kind === 'summary')
  expect(summaries).toHaveLength(1)
  expect(JSON.stringify(summaries)).toContain('The person agreed the prices of the bakery')
  const said = (await talk.entries()).filter(({ type }) => type === 'message')
  expect(said).toHaveLength(2 * talk.said())
})
