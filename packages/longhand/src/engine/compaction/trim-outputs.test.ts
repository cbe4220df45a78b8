import { expect, test } from 'vitest'
import { assistant, type Message, user } from '../../core/message.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine } from '../../testing/test-engine.ts'
import { readSnapshot } from '../snapshot.ts'
import { trimOutputs } from './trim-outputs.ts'

const call = { type: 'tool-call', callId: 'c1', name: 'read', input: {} } as const
const output = {
  type: 'tool-result',
  callId: 'c1',
  name: 'read',
  outcome: 'ok',
  output: 'line\n'.repeat(2_000),
} as const
const messages: readonly Message[] = [
  user('Read it.'),
  { role: 'assistant', parts: [call] },
  { role: 'tool', parts: [output] },
  assistant('Done.'),
  user('And now?'),
]

test('C12 outputs that are cut while another compaction comes into force are no error: the view is read again', async () => {
  const { scope } = await openTestEngine({ storage: openMemory() })
  const entries = messages.map((message, at) => ({ id: `m${at}`, type: 'message', message, count: 20_000 }) as const)
  await scope.store.entries.append(scope.conversation, entries)
  const before = await readSnapshot(scope)
  const request = { which: 'all', maxOutputLength: 100 } as const
  expect(await trimOutputs(scope, before, request)).toBe(true)
  const first = await readSnapshot(scope)
  // Somebody else still stands on what was there before.
  expect(await trimOutputs(scope, before, request)).toBe(true)
  expect((await readSnapshot(scope)).layout).toEqual(first.layout)
})
