import { describe, expect, test } from 'vitest'
import type { Receipt } from '../../core/receipt.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, say, type TestEngine } from '../../testing/test-engine.ts'
import { scopeOf } from '../engine.ts'
import type { Generate } from '../ports/chat-model.ts'
import { localOwner } from '../ports/store.ts'
import type { Summariser, SummaryRequest } from '../ports/summariser.ts'
import { readSnapshot } from '../snapshot.ts'

const long = (text: string): string =>
  `${text}: the person wanted a plain answer to one question after the other, at once, in the order it was put, and went on; nothing was decided, blocked or left open. ${'So it was. '.repeat(20)}`

const summary = `## Goal
The person asked one question after the other, over and over, and wanted a plain answer to each of them.

## Decisions
Nothing was decided beyond that every question gets its answer at once, in the order in which it was put.

## State
All questions up to this place were answered by the assistant with a short yes. Nothing was left open or blocked.

## Next steps
The person went on with the next question.`

/** An engine whose model reports a cache, whose summarisers say who was asked, and whose clock is moved by hand. */
async function open(policy: { readonly cold?: number; readonly threshold?: number } = {}) {
  let now = 1_000_000
  const clock = {
    now: () => now,
    sleep: (_: number, signal?: AbortSignal) =>
      new Promise<void>(resolve => signal?.addEventListener('abort', () => resolve())),
  }
  const asked: { readonly who: string; readonly request: SummaryRequest }[] = []
  const summariser = (who: string): Summariser => ({
    model: who,
    window: 100_000,
    summarise: async request => {
      asked.push({ who, request })
      const usage = { input: 900, output: 90, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
      return { type: 'answered', text: summary, finish: 'stop', usage }
    },
  })
  const read: string[] = []
  const generate: Generate = async function* ({ messages }) {
    read.push(JSON.stringify(messages))
    const cacheRead = JSON.stringify(messages).length
    yield {
      type: 'end',
      messages: [{ role: 'assistant', parts: [{ type: 'text', text: long('Yes') }] }],
      finish: 'stop',
      usage: { input: cacheRead + 100, output: 10, cacheRead, cacheWrite: 0, reasoning: 0 },
    }
  }
  const it = await openTestEngine({ storage: openMemory({ now: () => now }), clock, window: 10_000, reserve: 500 })
  const dear = { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 }
  const engine = {
    ...it.engine,
    policy: { ...it.engine.policy, prepare: 1, cold: policy.cold ?? null },
    models: {
      defaultModel: 'chat',
      find: (name: string) => ({
        name,
        generate,
        room: { window: 10_000, reserve: 500 },
        instructions: null,
        tools: 0,
        cacheMs: 300_000,
        warmSummariser: summariser('chat'),
      }),
      summariser: () => summariser('other'),
      prices: () => dear,
    },
  }
  const room: TestEngine = { ...it, engine, scope: scopeOf(engine, localOwner, it.scope.conversation) }
  return {
    room,
    asked,
    read,
    pass: (ms: number) => {
      now += ms
    },
    fill: async (share: number) => {
      while ((await readSnapshot(room.scope)).status.share! < share) await say(room, long('Question'))
    },
    receipts: async () =>
      (await room.scope.store.compactions.list(room.scope.conversation)).flatMap(({ receipt }) =>
        receipt === null ? [] : [receipt as unknown as Receipt],
      ),
  }
}

describe('C19 cold moments', () => {
  test('after a pause longer than the cache lasts, the view is folded before the model reads it', async () => {
    const it = await open({ cold: 0.4 })
    await it.fill(0.45)
    it.pass(299_000)
    await say(it.room, 'Still warm?')
    expect(await it.receipts()).toEqual([])
    it.pass(301_000)
    await say(it.room, 'And now?')
    expect(await it.receipts()).toMatchObject([{ trigger: 'cold-cache', model: 'other' }])
    expect(it.read.at(-1)).toContain('over and over')
  })

  test('a policy that does not ask for them goes on as it was', async () => {
    const it = await open()
    await it.fill(0.45)
    it.pass(3_600_000)
    await say(it.room, 'And now?')
    expect(await it.receipts()).toEqual([])
  })
})

describe('C8, C19 who writes', () => {
  test('with a warm cache and the same price the chat’s own request is shared, and the receipt tells the saving', async () => {
    const it = await open()
    await it.fill(0.76)
    while ((await it.receipts()).length === 0) await say(it.room, long('One more'))
    expect(it.asked.map(({ who }) => who)).toEqual(['chat'])
    const { view } = it.asked[0]!.request
    expect(view?.[0]).toMatchObject({ role: 'user' })
    expect(view!.length).toBeGreaterThan(10)
    const [receipt] = await it.receipts()
    expect(receipt).toMatchObject({ trigger: 'threshold', model: 'chat' })
    expect(typeof receipt!.saving).toBe('number')
  })

  test('with a cold cache another model is asked apart', async () => {
    const it = await open()
    await it.fill(0.76)
    it.pass(400_000)
    while ((await it.receipts()).length === 0) await say(it.room, long('One more'))
    expect(it.asked.map(({ who }) => who)).toEqual(['other'])
    expect(it.asked[0]!.request.view).toBeNull()
  })
})
