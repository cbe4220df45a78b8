import { expect, test } from 'vitest'
import type { Policy } from '../../core/policy.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, say } from '../../testing/test-engine.ts'
import { drain } from '../drain.ts'
import { createEngine, type Engine } from '../engine.ts'
import { type RunTask, taskRunner } from '../long-work/run-task.ts'
import { readSnapshot } from '../snapshot.ts'
import { recoverOnce } from '../turn/recovery.ts'
import { foldAhead } from './fold-ahead.ts'

/** An engine with a conversation of so many messages in it, as an import leaves it. */
async function brought(messages: number, policy: Partial<Policy> = {}, storage = openMemory()) {
  const it = await openTestEngine({ storage, window: 5_000, reserve: 500, policy })
  const texts = Array.from({ length: messages }, (_, at) => `Item ${at + 1} costs ${at}.50 euros, and is written down.`)
  const entries = texts.map((text, at) => ({
    ...({ id: `m${at}`, type: 'message', count: it.engine.meter.countText(text) } as const),
    message: { role: at % 2 === 0 ? 'user' : 'assistant', parts: [{ type: 'text', text }] } as const,
  }))
  await it.scope.store.entries.append(it.scope.conversation, entries)
  return it
}

const compactions = async ({ scope }: Awaited<ReturnType<typeof brought>>) =>
  scope.store.compactions.list(scope.conversation, { limit: 9 })

test('C6 what was brought in, is long and does not fit is folded at once, and its first turn finds it so', async () => {
  const it = await brought(1_000)
  expect((await readSnapshot(it.scope)).fits).toBe(false)
  await foldAhead(it.scope)
  expect((await readSnapshot(it.scope)).fits).toBe(true)
  const [made] = await compactions(it)
  expect(made).toMatchObject({ status: 'done', receipt: { trigger: 'limit', calls: 0 } })
  await say(it, 'Go on')
  expect(it.asked).toHaveLength(1)
  expect((await compactions(it)).filter(({ status }) => status === 'done')).toHaveLength(1)
})

test('C6 F5 a process that ends amid the slices of a long fold leaves them to the next, which reads only the rest', async () => {
  const it = await brought(5_000)
  const { read, runTask } = slicesRead(it.engine)
  const ending: RunTask = (name, input) => {
    if (name === 'selectMessages' && read.length === 1) void drain(it.engine)
    return runTask(name, input)
  }
  await foldAhead({ ...it.scope, engine: { ...it.engine, runTask: ending } })
  await drain(it.engine)
  expect((await compactions(it))[0]).toMatchObject({ status: 'pending', draft: { slices: [{}, {}] } })
  expect(read).toHaveLength(2)
  const next = createEngine({ ...it.engine, worker: 'w2' })
  const after = slicesRead(next)
  await recoverOnce({ ...next, runTask: after.runTask })
  await Promise.all([...next.activeCompactions.values()].map(({ done }) => done))
  expect((await compactions(it))[0]).toMatchObject({ status: 'done', draft: { receipt: {} } })
  expect(after.read).toEqual([read[1]! + 2_000])
})

/** Notes where the slices begin that are read. */
function slicesRead(engine: Engine) {
  const read: number[] = []
  const runTask: RunTask = (name, input) => {
    if (name === 'selectMessages')
      read.push((input as unknown as { messages: { number: number }[] }).messages[0]!.number)
    return taskRunner({ meter: engine.meter })(name, input)
  }
  return { read, runTask }
}

test.each([
  ['fits', 10, {}],
  ['is short enough for its first turn', 999, {}],
  ['must not be compacted', 1_000, { automatic: 'off' }],
  ['is to be asked about', 1_000, { automatic: 'ask' }],
] as const)('C6 C17 what was brought in and %s stays as it is', async (_, messages, policy) => {
  const it = await brought(messages, policy)
  const { head, version } = await it.scope.store.conversations.get(it.scope.conversation)
  await foldAhead(it.scope)
  expect(await it.scope.store.conversations.get(it.scope.conversation)).toMatchObject({ head, version })
  expect(await compactions(it)).toEqual([])
})
