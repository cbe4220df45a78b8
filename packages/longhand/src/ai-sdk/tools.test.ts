import type { ToolSet } from 'ai'
import { expect, test } from 'vitest'
import { openMemory } from '../stores/memory/open.ts'
import { openTestEngine } from '../testing/test-engine.ts'
import { contextTools } from './tools.ts'

const call = (tools: ToolSet, name: string, input: object): Promise<unknown> =>
  tools[name]!.execute!(input as never, { toolCallId: 'c', messages: [] } as never) as Promise<unknown>

async function filled() {
  const it = await openTestEngine({ storage: openMemory(), window: 20_000 })
  const entries = Array.from({ length: 24 }, (_, at) => ({
    id: `e${at}`,
    type: 'message' as const,
    message: {
      role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
      parts: [{ type: 'text' as const, text: `Step ${at}: src/module${at}.ts ${'detail '.repeat(60)}` }],
    },
    count: 450,
  }))
  await it.scope.store.entries.append(it.scope.conversation, entries)
  return { it, tools: contextTools(it.scope) }
}

test('M the model can ask how full its window is', async () => {
  const { tools } = await filled()
  expect(await call(tools, 'getContextStats', {})).toMatchObject({ used: 10_800, window: 20_000, share: 0.54 })
})

test('M the model can condense, and recall word for word what was folded', async () => {
  const { tools } = await filled()
  expect(await call(tools, 'compactContext', {})).toMatch(/^Condensed 17 messages: 10800 → \d+ tokens\.$/)
  expect(await call(tools, 'recall', { from: 3 })).toContain('¶ 3 user: Step 2: src/module2.ts detail')
  expect(await call(tools, 'recall', { words: 'module7' })).toMatch(/¶ 8 assistant: .*module7/)
  expect(await call(tools, 'recall', { words: 'zebra' })).toBe('Nothing was found. Try other words.')
})

test('M recalling never brings back more than it should', async () => {
  const { tools } = await filled()
  expect(String(await call(tools, 'recall', { from: 1, to: 24 })).match(/¶/g)).toHaveLength(10)
})

test('D3 the model finds what other conversations left behind, those of its project when it is in one', async () => {
  const { it, tools } = await filled()
  const { store, conversation } = it.scope
  const project = await store.projects.create({ id: crypto.randomUUID(), name: 'Boats', officer: crypto.randomUUID() })
  const inside = await store.conversations.create({ id: crypto.randomUUID(), title: 'Hull', project: project.id })
  const outside = await store.conversations.create({ id: crypto.randomUUID(), title: 'Bread' })
  await store.memories.put(inside.id, 'They chose oak for the hull.')
  await store.memories.put(outside.id, `They chose rye. ${'And oak. '.repeat(1_000)}`)
  await store.memories.put(conversation, 'This one speaks of oak too.')
  const found = String(await call(tools, 'searchMemories', { words: 'oak' }))
  expect(found).toMatch(/Hull, \d{4}-\d\d-\d\d:\nThey chose oak for the hull\./)
  expect(found).toContain('Bread')
  expect(found).not.toContain('This one')
  expect(found.length).toBeLessThan(2_300)
  await store.conversations.update(conversation, { project: project.id })
  expect(await call(tools, 'searchMemories', { words: 'oak' })).not.toContain('Bread')
  expect(await call(tools, 'searchMemories', { words: 'zebra' })).toMatch(/^No other conversation/)
})
