import { expect, test } from 'vitest'
import { type Message, textOf } from '../../core/message.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, say } from '../../testing/test-engine.ts'
import type { Generate } from '../ports/chat-model.ts'
import { createAnswerBudget, maxStepLength, maxTurnLength } from './answer-budget.ts'

const call = { type: 'tool-call', callId: 'c', name: 'read', input: {} } as const
const result = { type: 'tool-result', callId: 'c', name: 'read', outcome: 'ok', output: 'contents' } as const
const step: readonly Message[] = [
  { role: 'assistant', parts: [call] },
  { role: 'tool', parts: [result] },
]

/** A model that never comes to an end, in the chunks that are given; it says how many it was allowed to say. */
function endless(chunk: { readonly type: string; readonly delta?: string }, perStep = Number.POSITIVE_INFINITY) {
  const heard = { chunks: 0, left: 0 }
  const generate: Generate = async function* () {
    try {
      for (let at = 0; at < perStep; at++) {
        heard.chunks++
        yield { type: 'chunk', chunk, parts: () => [{ type: 'text', text: 'On and on.' }] }
      }
      yield { type: 'end', messages: step, finish: 'tool-calls', usage: null }
    } finally {
      heard.left++
    }
  }
  return { heard, speak: generate }
}

test.each([
  ['long deltas', { type: 'text-delta', id: '1', delta: 'x'.repeat(10_000) }, 200],
  ['empty deltas', { type: 'text-delta', id: '1', delta: '' }, 600_000],
  ['empty parts', { type: 'text-start', id: '1' }, 10_000],
  ['one that is too large', { type: 'text-delta', id: '1', delta: 'x'.repeat(20_000_000) }, 1],
])('F6 %s without end are cut off, kept as far as they were shown, and told', async (_, chunk, most) => {
  const { heard, speak: generate } = endless(chunk)
  const it = await openTestEngine({ storage: openMemory(), generate, window: 100_000_000, reserve: 1_000_000 })
  const chunks = await say(it, 'Go')
  expect(heard.chunks).toBeGreaterThan(most / 3)
  expect(heard.chunks).toBeLessThanOrEqual(most + 1)
  expect(heard.left).toBe(1)
  expect(chunks.filter(({ type }) => type === 'data-warning')).toMatchObject([{ data: { code: 'too-large' } }])
  const { entries } = await it.scope.store.entries.page(it.scope.conversation, { limit: 9 })
  expect(entries.map(({ entry }) => entry.type === 'message' && textOf(entry.message))).toEqual(['Go', 'On and on.'])
})

test('F6 a model that was asked for little may say little; what tools answer is another matter', () => {
  const budget = createAnswerBudget()
  const delta = (type: string) => ({ type, delta: 'x'.repeat(150_000) })
  for (const [maxOutput, type, fits] of [
    [1_000, 'text-delta', false],
    [1_000, 'reasoning-delta', false],
    [1_000, 'tool-input-delta', false],
    [1_000, 'tool-output-available', true],
    [100_000, 'text-delta', true],
    [null, 'text-delta', true],
  ] as const) {
    budget.startStep(maxOutput)
    expect([maxOutput, type, budget.take(delta(type))]).toEqual([maxOutput, type, fits])
  }
})

test.each([
  ['in tokens', 'word'],
  ['in letters', 'w'],
])('F6 the longest answer that a model may give is not cut, however small the pieces (%s)', (_, delta) => {
  for (const tokens of [100, 5_000, 128_000]) {
    const budget = createAnswerBudget()
    budget.startStep(tokens)
    let fits = budget.take({ type: 'text-start', id: 'txt-0' })
    for (let sent = 0; sent < tokens * 4; sent += delta.length)
      fits &&= budget.take({ type: 'text-delta', id: 'txt-0', delta })
    expect([tokens, fits]).toEqual([tokens, true])
  }
})

test('F6 a turn of many steps shows no more than a turn may', async () => {
  const { heard, speak: generate } = endless({ type: 'text-delta', delta: 'x'.repeat(maxStepLength / 8) }, 4)
  const it = await openTestEngine({ storage: openMemory(), generate, window: 100_000_000, reserve: 1_000_000 })
  await say(it, 'Go')
  expect(heard.chunks).toBe(maxTurnLength / (maxStepLength / 8) + 1)
  expect(await it.scope.store.turns.latest(it.scope.conversation)).toMatchObject({ status: 'done' })
})

test('F6 what a model ends with is cut as well, whatever it has shown', async () => {
  const generate: Generate = async function* () {
    const message: Message = { role: 'assistant', parts: [{ type: 'text', text: 'x'.repeat(2 * maxStepLength) }] }
    yield { type: 'end', messages: [message], finish: 'stop', usage: null }
  }
  const it = await openTestEngine({ storage: openMemory(), generate, window: 100_000_000, reserve: 1_000_000 })
  await say(it, 'Go')
  const { entries } = await it.scope.store.entries.page(it.scope.conversation, { limit: 9 })
  expect(JSON.stringify(entries).length).toBeLessThan(maxStepLength * 1.1)
})
