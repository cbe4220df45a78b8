import fc from 'fast-check'
import { errorCodes } from 'longhand/internal/core'
import { runTask } from 'longhand/internal/threads'
import { meter } from 'longhand/internal/tokens'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { localRates } from '../gate/rates.ts'
import { ask } from '../testing/fill.ts'
import { longestBlock } from '../testing/longest-block.ts'
import { type Started, start } from '../testing/start.ts'
import { threadReaders } from '../transfer/readers.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

let server: Started
beforeAll(async () => {
  const perMinute = Object.fromEntries(Object.keys(localRates).map(cost => [cost, 1e9])) as typeof localRates
  server = await start({ ...{ meter, runTask, readers: threadReaders }, window: 3_000, limits: { perMinute } })
})
afterAll(() => server.close())

const say = (count: number, words = '') =>
  Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    parts: [{ type: 'text', text: `Item ${at} costs ${at}.50 euros. ${words}` }],
  }))

const fold = { type: 'summary', span: { from: 3, to: 9 }, kept: [], text: 'Prices.', tag: 'summary', count: 3 }
const stateWith = (more: object) => ({ version: 1, messages: 8, folds: [{ ...fold, ...more }] })

async function isTakenOrRefused(answer: Response): Promise<void> {
  const body = (await answer.json()) as { code?: string; sentence?: string; status: { used: number } }
  if (answer.status >= 400) {
    expect(answer.status).toBeLessThan(500)
    expect(errorCodes).toContain(body.code)
    expect(body.sentence).toMatch(/\.$/)
    return
  }
  expect(answer.status).toBe(200)
  expect(Number.isSafeInteger(body.status.used) && body.status.used >= 0).toBe(true)
}

test.each<readonly [string, object]>([
  ['a fold that is out of range', { compactionState: stateWith({ span: { from: 3, to: 99 } }) }],
  ['a negative fold', { compactionState: stateWith({ span: { from: -3, to: 9 } }) }],
  ['a huge fold', { compactionState: stateWith({ span: { from: 1, to: 1e15 } }) }],
  ['a fold backwards', { compactionState: stateWith({ span: { from: 9, to: 3 } }) }],
  ['a fold that keeps others', { compactionState: stateWith({ kept: [11] }) }],
  ['a fold twice', { compactionState: { ...stateWith({}), folds: [fold, fold] } }],
  ['a version of text', { compactionState: { ...stateWith({}), version: '1' } }],
  ['messages of 0', { compactionState: { ...stateWith({}), messages: 0 } }],
  ['a protected message that is not there', { protected: [1, 99] }],
  ['a protected 0', { protected: [0] }],
  ['a threshold of null', { policy: { threshold: null } }],
  ['a policy of null', { policy: null }],
  ['a role', { messages: [{ role: 'evil', parts: [] }] }],
  ['no messages', { messages: [] }],
  ['messages that are none', { messages: 'hello' }],
  ['something nobody knows', { owner: 'me' }],
])('F6 a request about a history with %s is refused with a sentence', async (_, wrong) => {
  const answer = await ask(server, 'POST', '/api/stateless', { messages: say(10), ...wrong })
  expect([400, 404]).toContain(answer.status)
  await isTakenOrRefused(answer)
})

test('H3 counts of a state are not believed', async () => {
  const asked = (count: number) =>
    ask(server, 'POST', '/api/stateless', { messages: say(10), compactionState: stateWith({ count }) })
  const [honest, lying] = await Promise.all([asked(3), asked(1e9)])
  expect(((await lying.json()) as { status: object }).status).toEqual(
    ((await honest.json()) as { status: object }).status,
  )
})

test('F6 any JSON in the place of any wish is taken or refused with a code', async () => {
  const hostile = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(null, -1, 0, 1e300, '', [], {}, JSON.parse('{"__proto__":1}')),
  )
  const keys = fc.constantFrom(
    'messages',
    'apiMessages',
    'form',
    'compactionState',
    'protected',
    'model',
    'policy',
    'force',
    'instructions',
  )
  await fc.assert(
    fc.asyncProperty(keys, hostile, fc.constantFrom('longhand', 'ui'), async (key, value, form) => {
      await isTakenOrRefused(await ask(server, 'POST', '/api/stateless', value))
      await isTakenOrRefused(await ask(server, 'POST', '/api/stateless', { messages: say(4), form, [key]: value }))
      const display = { version: 1, summaryMessage: say(1)[0], apiStartIndex: 3, [key]: value }
      await isTakenOrRefused(
        await ask(server, 'POST', '/api/stateless', { messages: say(4), compactionState: display }),
      )
      for (const field of ['version', 'compactedAt', 'summaryMessage', 'apiStartIndex', 'summarizedRange', 'folds']) {
        const compactionState = { ...display, [key]: undefined, [field]: value }
        await isTakenOrRefused(await ask(server, 'POST', '/api/stateless', { messages: say(4), compactionState }))
      }
      const messages = [
        ...say(4),
        value,
        { role: 'user', parts: [value] },
        { role: 'assistant', parts: [{ type: 'text', text: value }] },
      ]
      await isTakenOrRefused(await ask(server, 'POST', '/api/stateless', { messages, form }))
    }),
    { numRuns: 60 },
  )
})

test.each<readonly [string, () => object]>([
  ['30,000 messages that fit no window', () => ({ messages: say(30_000), policy: undefined })],
  [
    '30,000 messages for screens',
    () => ({ messages: say(30_000).map((one, at) => ({ ...one, id: `m${at}` })), form: 'ui' }),
  ],
  [
    '30,000 messages of an app that displays them',
    () => ({
      messages: say(30_000).map((one, at) => ({ ...one, id: `m${at}` })),
      compactionState: { version: 1, summaryMessage: say(1)[0], apiStartIndex: 29_900 },
    }),
  ],
  [
    '1,000 protected messages of 10,000',
    () => ({ messages: say(10_000), protected: Array.from({ length: 1_000 }, (_, at) => 3 * at + 2) }),
  ],
])('H3 %s are fitted, and nobody else waits', async (_, make) => {
  // Only the fitting is looked at: with automatic compaction off nothing is written.
  const { policy } = await server.api.settings()
  const body = { ...make(), policy: { ...policy, automatic: 'off' } }
  const { value: answer, blocked } = await longestBlock(() => ask(server, 'POST', '/api/stateless', body))
  await isTakenOrRefused(answer)
  expect(blocked).toBeLessThan(0.5)
})
