import { expect, test } from 'vitest'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, say } from '../../testing/test-engine.ts'
import { protectMessage } from './protect-message.ts'

test('F1 a refusal names the largest messages by the numbers that people see', async () => {
  const it = await openTestEngine({
    storage: openMemory(),
    window: 5_000,
    reserve: 500,
    policy: { automatic: 'off' },
  })
  await say(it, 'First')
  await say(it, 'Second')
  // An entry that is not a message: from here on depth and number differ.
  await protectMessage(it.scope, 3, 'protect')
  const chunks = await say(it, 'x'.repeat(6_000))
  expect(JSON.stringify(chunks)).toContain('Largest: ¶ 5 (')
})
