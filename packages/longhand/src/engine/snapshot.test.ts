import { expect, test } from 'vitest'
import type { Json } from '../core/json.ts'
import { openMemory } from '../stores/memory/open.ts'
import { openTestEngine } from '../testing/test-engine.ts'
import type { NewEntry } from './ports/store-entries.ts'
import { createConversation, readSnapshot } from './snapshot.ts'
import type { EntryMeta } from './turn/entry-meta.ts'

const usage = { input: 900, output: 10, cacheRead: 0, cacheWrite: 0, reasoning: 0 }

const said = (id: string, role: 'user' | 'assistant', about: EntryMeta = {}): NewEntry => ({
  id,
  type: 'message',
  message: { role, parts: [{ type: 'text', text: id }] },
  count: 1,
  about: about as unknown as Json,
})

const fold = { type: 'summary', span: { from: 2, to: 2 }, kept: [], text: 'Σ', tag: 'summary', count: 1 } as const
const compaction: NewEntry = { id: 'c1', type: 'compaction', version: 1, base: null, edits: null, folds: [fold] }

test('T3 usage is no anchor when a compaction came between the question and its answer', async () => {
  const { scope } = await openTestEngine({ storage: openMemory() })
  const write = (...entries: NewEntry[]) => scope.store.entries.append(scope.conversation, entries)
  await write(said('u1', 'user'), said('a1', 'assistant', { model: 'scripted', usage, compaction: null }))
  expect((await readSnapshot(scope)).reading.anchor).toMatchObject({ depth: 2 })
  await write(said('u2', 'user'), compaction, said('a2', 'assistant', { model: 'scripted', usage, compaction: null }))
  expect((await readSnapshot(scope)).reading.anchor).toBeNull()
  await write(said('a3', 'assistant', { model: 'scripted', usage, compaction: 'c1' }))
  expect((await readSnapshot(scope)).reading.anchor).toMatchObject({ depth: 6 })
})

test('T3 after an undo, what was reported before the compaction counts again', async () => {
  const { scope } = await openTestEngine({ storage: openMemory() })
  const write = (...entries: NewEntry[]) => scope.store.entries.append(scope.conversation, entries)
  await write(said('u1', 'user'), said('a1', 'assistant', { model: 'scripted', usage, compaction: null }))
  await write(said('u2', 'user'), compaction, said('a2', 'assistant', { model: 'scripted', usage, compaction: 'c1' }))
  await write({ id: 'undo', type: 'undo', compaction: 'c1' })
  expect((await readSnapshot(scope)).reading.anchor).toMatchObject({ depth: 2 })
})

test('T2 the anchor holds the reasoning of all steps of its turn', async () => {
  const { scope } = await openTestEngine({ storage: openMemory() })
  const write = (...entries: NewEntry[]) => scope.store.entries.append(scope.conversation, entries)
  const step = (id: string, turn: string, reasoning: number) =>
    said(id, 'assistant', { model: 'scripted', usage: { ...usage, reasoning }, compaction: null, turn })
  await write(
    said('u1', 'user'),
    step('a1', 't1', 1_000),
    said('u2', 'user'),
    step('a2', 't2', 100),
    step('a3', 't2', 20),
  )
  expect((await readSnapshot(scope)).reading.anchor).toMatchObject({ depth: 5, usage: { input: 900, reasoning: 120 } })
})

test('N14 creating a conversation that is there already says what is in it', async () => {
  const { scope } = await openTestEngine({ storage: openMemory() })
  expect((await createConversation(scope, {})).branch).toEqual([])
  await scope.store.entries.append(scope.conversation, [said('u1', 'user')])
  expect((await createConversation(scope, {})).branch).toMatchObject([{ id: 'u1' }])
})
