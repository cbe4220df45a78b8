import { expect, test } from 'vitest'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, say, type TestEngine } from '../../testing/test-engine.ts'
import { restore } from '../checkpoints/restore.ts'
import { compactNow } from '../compaction/compact-now.ts'
import { editSummary, redoCompaction, undoCompaction } from '../compaction/undo-compaction.ts'

async function condensed(): Promise<TestEngine> {
  const it = await openTestEngine({ storage: openMemory(), window: 5_000, reserve: 500 })
  for (let turn = 0; turn < 10; turn++) await say(it, `Question ${turn}, and so on. `.repeat(8))
  const started = await compactNow(it.scope, { by: 'force', trigger: 'person' })
  expect(started.type === 'running' && (await started.done)).toMatchObject({ type: 'completed' })
  return it
}

const memory = async ({ scope }: TestEngine) => (await scope.store.memories.get(scope.conversation))?.text ?? null

test('D3 a memory follows the summary: edited, undone and brought back', async () => {
  const it = await condensed()
  const written = await memory(it)
  expect(written).toContain('Question')
  await editSummary(it.scope, 'Mine.')
  expect(await memory(it)).toBe('Mine.')
  await undoCompaction(it.scope)
  expect(await memory(it)).toBe(written)
  await undoCompaction(it.scope)
  expect(await memory(it)).toBeNull()
  await redoCompaction(it.scope)
  expect(await memory(it)).toBe(written)
})

test('D3 a memory follows where one stands: before the condensing there is none', async () => {
  const it = await condensed()
  const written = await memory(it)
  const [before] = await it.scope.store.checkpoints.list(it.scope.conversation)
  expect(before!.kind).toBe('before-compaction')
  const restored = await restore(it.scope, before!.id, 'ask')
  expect(await memory(it)).toBeNull()
  await restore(it.scope, restored.type === 'restored' ? restored.before.id : '', 'ask')
  expect(await memory(it)).toBe(written)
})

test('D3 what a person wrote in its place stays, and what they forgot stays forgotten', async () => {
  const it = await condensed()
  const { memories } = it.scope.store
  await memories.put(it.scope.conversation, 'Remember the harbour.')
  await editSummary(it.scope, 'Mine.')
  await undoCompaction(it.scope)
  expect(await memory(it)).toBe('Remember the harbour.')
  await memories.delete(it.scope.conversation)
  await editSummary(it.scope, 'Mine again.')
  await undoCompaction(it.scope)
  expect(await memory(it)).toBeNull()
})
