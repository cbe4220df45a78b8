import { expect, test } from 'vitest'
import { assistant, type Message, user } from '../../core/message.ts'
import { trim } from '../../core/trim.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine } from '../../testing/test-engine.ts'
import { readSnapshot } from '../snapshot.ts'
import { findTrims, trimOutputs } from './trim-outputs.ts'

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

test('V13 the files of a message that a person has trimmed are counted with it', async () => {
  const { engine, scope } = await openTestEngine({ storage: openMemory() })
  const source = { type: 'base64', data: 'JVBERi0x'.repeat(1_000) } as const
  const pdf = { type: 'file', mediaType: 'application/pdf', name: 'plan.pdf', source } as const
  const message: Message = { role: 'user', parts: [{ type: 'text', text: 'word '.repeat(2_000) }, pdf] }
  const entry = { id: 'm0', type: 'message', message, count: engine.meter.count(message) } as const
  await scope.store.entries.append(scope.conversation, [entry])
  const { branch } = await readSnapshot(scope)
  const [cut] = await findTrims(engine, branch, { which: { number: 1 }, maxOutputLength: 300 })
  expect(cut!.count).toBe(engine.meter.count(trim({ message, number: 1 }, 300)))
})
