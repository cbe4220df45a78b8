import { expect, test } from 'vitest'
import { type Message, user } from '../core/message.ts'
import { beforeAnswer, createClientWindows } from './client-windows.ts'

const client = { owner: 'o', client: 'agent/2.1 (linux)', model: 'm' }

const summary = (nth: number): Message => ({
  role: 'assistant',
  parts: [
    {
      type: 'text',
      text: `<analysis>The person wants the ledger fixed, number ${nth}.</analysis>
<summary>
1. The task is to repair src/ledger.ts, attempt ${nth}.
2. The test in ledger.test.ts still fails on line ${nth}.
3. What is left: run the whole suite once more, ${nth} times.
</summary>`,
    },
  ],
})

/** What agents make of it: the inner part, in a frame of their own. */
const next = (nth: number) => [
  user(`This session continues from an earlier one.
  1. The task is to repair src/ledger.ts, attempt ${nth}.
  2. The test in ledger.test.ts still fails on line ${nth}.
  3. What is left: run the whole suite once more, ${nth} times.`),
]

test('H4.15 a client that compacts twice at about the same size believes in a window of that size', () => {
  const windows = createClientWindows()
  windows.heard(client, summary(1), 62_000)
  windows.began(client, next(1))
  // Once may be a person who asked for it.
  expect(windows.of(client)).toBeNull()
  windows.heard(client, summary(2), 60_000)
  windows.began(client, next(2))
  expect(windows.of(client)).toBe(60_000)
  expect(windows.of({ ...client, model: 'other' })).toBeNull()
  expect(windows.of({ ...client, owner: 'p' })).toBeNull()
})

test('H4.15 what people ask for at any size, and beginnings that quote nothing, teach nothing', () => {
  const windows = createClientWindows()
  windows.heard(client, summary(1), 12_000)
  windows.began(client, next(1))
  windows.heard(client, summary(2), 60_000)
  windows.began(client, next(2))
  windows.heard(client, summary(3), 61_000)
  windows.began(client, [user('Something else, and quite a long line of it.')])
  expect(windows.of(client)).toBeNull()
})

test('H4.15 a summary that was asked for apart counts with what the window held before it', () => {
  const windows = createClientWindows()
  for (const nth of [1, 2]) {
    windows.heard(client, user('Fine.'), 40_000)
    windows.heard(client, summary(nth), null)
    windows.began(client, next(nth))
  }
  expect(windows.of(client)).toBe(40_000)
})

test('H4.15 a told window holds for every client whose name begins so, and the smaller one counts', () => {
  const windows = createClientWindows({ agent: 50_000, 'agent/2': 40_000, other: 1 })
  expect(windows.of(client)).toBe(40_000)
})

test('H4.15 a summary stands before the first answer, or is what a conversation begins with', () => {
  const said = (...roles: readonly Message['role'][]) => roles.map(role => ({ message: { role, parts: [] } }))
  const looked = (known: number, ...roles: readonly Message['role'][]) => beforeAnswer(said(...roles), known).length
  expect(looked(0, 'user', 'user', 'assistant', 'user')).toBe(2)
  expect(looked(0, 'assistant', 'user', 'assistant')).toBe(2)
  // The answer to an opening that is known.
  expect(looked(1, 'assistant', 'user')).toBe(0)
  expect(looked(1, 'user')).toBe(1)
})
