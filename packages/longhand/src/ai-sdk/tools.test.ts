import type { ToolSet } from 'ai'
import { expect, test } from 'vitest'
import { openMemory } from '../stores/memory/open.ts'
import { openRoom } from '../testing/engine-room.ts'
import { contextTools } from './tools.ts'

const call = (tools: ToolSet, name: string, input: object): Promise<unknown> =>
  tools[name]!.execute!(input as never, { toolCallId: 'c', messages: [] } as never) as Promise<unknown>

async function filled() {
  const it = await openRoom({ storage: openMemory(), window: 20_000 })
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
