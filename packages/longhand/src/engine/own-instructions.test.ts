import { expect, test } from 'vitest'
import { textOf } from '../core/message.ts'
import { openMemory } from '../stores/memory/open.ts'
import { openTestEngine, say, scripted } from '../testing/test-engine.ts'
import { ownInstructions } from './own-instructions.ts'
import { readSnapshot } from './snapshot.ts'

const room = () => openTestEngine({ storage: openMemory() })

test('V12 instructions of the project and of the conversation come before all messages, and count', async () => {
  const it = await room()
  const { store, conversation } = it.scope
  const project = { id: crypto.randomUUID(), name: 'Boats', officer: crypto.randomUUID() }
  await store.projects.create(project)
  await store.conversations.update(project.officer, { settings: { projectInstructions: 'We build boats.' } })
  const before = (await readSnapshot(it.scope)).status.breakdown.system
  const settings = { instructions: 'Answer in French.', temperature: 0.3 }
  await store.conversations.update(conversation, { project: project.id, settings })
  await say(it, 'Hello')
  expect(it.asked.at(-1)).toMatchObject({ instructions: 'We build boats.\n\nAnswer in French.', temperature: 0.3 })
  expect(it.asked.at(-1)?.messages.map(textOf)).toEqual(['Hello'])
  const { system } = (await readSnapshot(it.scope)).status.breakdown
  expect(system - before).toBe('We build boats.\n\nAnswer in French.'.length)
})

test('V12 without any the request is as it was', async () => {
  const it = await room()
  await say(it, 'Hello')
  expect(it.asked.at(-1)).toMatchObject({ instructions: null })
  expect(it.asked.at(-1)).not.toHaveProperty('temperature')
})

test('T2 instructions that have changed since the last report count by what they take more', async () => {
  const usage = { input: 500, output: 10, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  const it = await openTestEngine({
    storage: openMemory(),
    generate: async function* (request, signal) {
      const fine = scripted(() => [{ role: 'assistant', parts: [{ type: 'text', text: 'Fine.' }] }])
      for await (const event of fine(request, signal)) yield event.type === 'end' ? { ...event, usage } : event
    },
  })
  await say(it, 'Hello')
  const input = async () => (await readSnapshot(it.scope)).reading.anchor?.usage.input
  expect(await input()).toBe(500)
  const instructed = (instructions: string | null) =>
    it.scope.store.conversations.update(it.scope.conversation, { settings: { instructions } })
  await instructed('x'.repeat(200))
  expect(await input()).toBe(700)
  await say(it, 'And now?')
  expect(await input()).toBe(500)
  await instructed(null)
  expect(await input()).toBe(300)
})

test.each([[{ instructions: ' ', temperature: 9 }], [{ instructions: 7, temperature: '1' }], [null], [[]]])(
  'F6 settings that cannot be meant are none: %j',
  settings => {
    expect(ownInstructions(settings)).toEqual({ instructions: null, temperature: null })
  },
)
