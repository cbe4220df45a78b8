import { expect, test } from 'vitest'
import { textOf } from '../../core/message.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, say, type TestEngine } from '../../testing/test-engine.ts'
import { readSnapshot } from '../snapshot.ts'
import { retry } from '../turn/answer-again.ts'
import { protectMessage } from './protect-message.ts'
import { trimMessage } from './trim-message.ts'
import { undoCompaction } from './undo-compaction.ts'

const open = (window = 5_000) =>
  openTestEngine({ storage: openMemory(), window, reserve: 500, policy: { automatic: 'off' } })

const long = `Keep the port. ${'x'.repeat(40_000)} It is 8443.`

/** What the model reads of a message. */
async function readOf({ scope }: TestEngine, number: number): Promise<string> {
  const { view, branch } = await readSnapshot(scope)
  const entry = branch.find(entry => entry.type === 'message' && entry.number === number)
  return textOf(view.find(({ span }) => span.from === entry?.depth)!.message)
}

const failureIn = (chunks: readonly { type: string; data?: unknown }[]) =>
  chunks.find(({ type }) => type === 'data-failure')?.data

test('V13 what does not fit names the message to trim; trimmed, as much of it as fits is read and answered', async () => {
  const it = await open()
  await say(it, 'First')
  expect(failureIn(await say(it, long))).toMatchObject({ code: 'does-not-fit', details: { trim: 3 } })
  const { before, after } = await trimMessage(it.scope, 3)
  expect(after).toBeLessThan(before)
  const { status, fits } = await readSnapshot(it.scope)
  expect(fits).toBe(true)
  expect(status.used).toBeGreaterThan(3_500)
  const answered = await retry(it.scope)
  if (answered.type !== 'answering') throw new Error(answered.type)
  for await (const _ of answered.feed.listen()) {
    // Until its end.
  }
  const read = await readOf(it, 3)
  expect(read).toMatch(/^Keep the port\..+characters trimmed; stored in full as ¶ 3.+It is 8443\.$/s)
  expect(it.asked.at(-1)?.messages.map(textOf)).toContain(read)
})

test('V13 every word stays stored, and undo brings it back into the view', async () => {
  const it = await open()
  await say(it, 'First')
  await say(it, long)
  await trimMessage(it.scope, 3)
  const { entries } = await it.scope.store.entries.page(it.scope.conversation, { limit: 10 })
  expect(JSON.stringify(entries)).toContain(long)
  await undoCompaction(it.scope)
  expect(await readOf(it, 3)).toBe(long)
})

test('V13 the opening is trimmed when its ¶ is named', async () => {
  const it = await open()
  expect(failureIn(await say(it, long))).toMatchObject({ details: { trim: 1 } })
  await trimMessage(it.scope, 1)
  expect(await readOf(it, 1)).toContain('stored in full as ¶ 1')
})

test('V13 where all fits, a short part of it is left', async () => {
  const it = await open(50_000)
  await say(it, 'First')
  await say(it, long)
  await trimMessage(it.scope, 3)
  expect((await readOf(it, 3)).length).toBeLessThan(2_100)
})

test('V13, P3 what is protected is not trimmed, also when it was trimmed before', async () => {
  const it = await open()
  await say(it, 'First')
  await say(it, long)
  await trimMessage(it.scope, 3)
  await protectMessage(it.scope, 3, 'protect')
  expect(await readOf(it, 3)).toBe(long)
  await expect(trimMessage(it.scope, 3)).rejects.toThrow('¶ 3 is protected. Release it first.')
  expect(failureIn(await say(it, 'And now?'))).toMatchObject({ details: expect.not.objectContaining({ trim: 3 }) })
})

test.each([
  [2, '¶ 2 cannot be trimmed. Only your messages and tool outputs can.'],
  [1, '¶ 1 is too short to trim.'],
  [9, 'The model does not read ¶ 9, so there is nothing to trim.'],
])('V13 ¶ %i says why it is not trimmed', async (number, sentence) => {
  const it = await open()
  await say(it, 'First')
  await expect(trimMessage(it.scope, number)).rejects.toThrow(sentence)
})
