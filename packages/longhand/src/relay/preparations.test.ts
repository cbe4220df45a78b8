import { afterEach, expect, test } from 'vitest'
import { localOwner } from '../engine/ports/store.ts'
import type { Summarise } from '../engine/ports/summariser.ts'
import { openMemory } from '../stores/memory/open.ts'
import { openTestEngine, settle, type TestEngine } from '../testing/test-engine.ts'
import { anthropicProtocol } from './protocol-anthropic.ts'
import { createRelay } from './relay.ts'
import { scanObject } from './scan-object.ts'

let it: TestEngine
afterEach(async () => settle(it))

/** What an agent holds after so many steps: calls, and long results. */
const agent = (steps: number) => [
  { role: 'user', content: 'Task: never touch main.' },
  ...Array.from({ length: steps }, (_, at) => [
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: `toolu_${at}`, name: 'read', input: { path: `f${at}.ts` } }],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `toolu_${at}`, content: `line ${at} of it, `.repeat(25) }],
    },
  ]).flat(),
]

test('F3, C12 a summary that is turned down is not asked for again with every request of a client', async () => {
  let asked = 0
  const summarise: Summarise = async () => {
    asked++
    return { type: 'answered', text: '## Goal\n\n## State\n', finish: 'stop', usage: null }
  }
  it = await openTestEngine({
    ...{ storage: openMemory(), window: 6_000, reserve: 100, policy: { keep: { by: 'messages', amount: 6 } } },
    summariser: { model: 'skeletons', window: 100_000, summarise },
  })
  const relay = createRelay({ engine: () => it.engine, secret: 's', titleOf: text => text })
  let folded = 0
  for (let steps = 2; steps < 80; steps++) {
    const bytes = new TextEncoder().encode(JSON.stringify({ model: 'm', messages: agent(steps) }))
    const relayed = await relay.open({
      ...{ owner: localOwner, protocol: anthropicProtocol, bytes, members: scanObject(bytes) },
      ...{ model: 'scripted', rename: null, client: 'test', header: () => null, summariser: 'server' },
      signal: new AbortController().signal,
    })
    await relayed.stored
    expect(Buffer.concat(relayed.body).length).toBeLessThan(12_000)
    if (relayed.state.type === 'kept' && relayed.state.compaction !== null) folded = relayed.state.compaction.version
    const input = { path: `f${steps}.ts` }
    await relayed.answered({
      message: { role: 'assistant', parts: [{ type: 'tool-call', callId: `toolu_${steps}`, name: 'read', input }] },
      usage: null,
      id: null,
      complete: true,
    })
    while (it.engine.background.size > 0) await Promise.all([...it.engine.background].map(({ done }) => done))
  }
  // What does not fit is folded all the same, in the originals' own words.
  expect(folded).toBeGreaterThan(5)
  expect(asked).toBeLessThanOrEqual(6)
})
