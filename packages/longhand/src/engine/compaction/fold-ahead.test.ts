import { expect, test } from 'vitest'
import type { Policy } from '../../core/policy.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, say } from '../../testing/test-engine.ts'
import { readSnapshot } from '../snapshot.ts'
import { foldAhead } from './fold-ahead.ts'

/** An engine with a conversation of so many messages in it, as an import leaves it. */
async function brought(messages: number, policy: Partial<Policy> = {}) {
  const it = await openTestEngine({ storage: openMemory(), window: 5_000, reserve: 500, policy })
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
