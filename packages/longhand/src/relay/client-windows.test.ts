import { expect, test } from 'vitest'
import { type Message, user } from '../core/message.ts'
import type { Engine } from '../engine/engine.ts'
import { beforeAnswer, type ClientWindows, createClientWindows } from './client-windows.ts'

let now = 0
const hour = 60 * 60 * 1_000
const day = 24 * hour
/** What a model of 200,000 tokens is asked by; `unknown` is one whose window nobody knows. */
const engine = () =>
  ({
    models: { find: (name: string) => ({ room: { window: name === 'unknown' ? null : 200_000 } }) },
    clock: { now: () => now },
  }) as unknown as Engine
const windowsOf = (told?: Readonly<Record<string, number>>) => createClientWindows(engine, told)

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

/** A conversation has grown to a size, and its client goes on from a summary of it in another. */
function compacts(windows: ClientWindows, nth: number, { from, to, used }: { from: string; to: string; used: number }) {
  windows.heard(client, { message: summary(nth), of: { conversation: from, used } })
  windows.began(client, to, next(nth))
}

test('H4.15 a conversation that its client compacts twice at about the same size has a window of that size, and no other has', () => {
  const windows = windowsOf()
  compacts(windows, 1, { from: 'a', to: 'b', used: 62_000 })
  // Once may be a person who asked for it.
  expect(windows.of(client, 'b')).toBeNull()
  compacts(windows, 2, { from: 'b', to: 'c', used: 60_000 })
  expect(windows.of(client, 'c')).toBe(60_000)
  expect(windows.of(client, 'another')).toBeNull()
  expect(windows.of({ ...client, model: 'other' }, 'c')).toBeNull()
  expect(windows.of({ ...client, owner: 'p' }, 'c')).toBeNull()
})

test('H4.15 what a client does in two conversations it does in all', () => {
  const windows = windowsOf()
  for (const [at, chat] of ['a', 'x'].entries()) {
    compacts(windows, 2 * at, { from: chat, to: `${chat}2`, used: 62_000 })
    compacts(windows, 2 * at + 1, { from: `${chat}2`, to: `${chat}3`, used: 60_000 })
  }
  expect(windows.of(client, 'another')).toBe(60_000)
})

test('H4.15 a program that puts what it was told into first messages teaches nothing, however often it does', () => {
  const windows = windowsOf()
  for (let nth = 0; nth < 40; nth++) compacts(windows, nth, { from: `draft ${nth}`, to: `chat ${nth}`, used: 68 })
  for (let nth = 0; nth < 40; nth++) compacts(windows, nth, { from: 'one', to: 'one', used: 49_000 })
  expect(windows.of(client, 'chat 39')).toBeNull()
  expect(windows.of(client, 'one')).toBeNull()
  expect(windows.learnt('o')).toEqual([])
  // Nor does anything with a model whose window nobody knows.
  const unknown = { ...client, model: 'unknown' }
  for (const nth of [1, 2, 3]) {
    windows.heard(unknown, { message: summary(nth), of: { conversation: 'a', used: 60_000 } })
    windows.began(unknown, 'a', next(nth))
  }
  expect(windows.of(unknown, 'a')).toBeNull()
})

test('H4.10, H4.15 the same request again is no other compaction', () => {
  const windows = windowsOf()
  compacts(windows, 1, { from: 'a', to: 'b', used: 60_000 })
  windows.began(client, 'b', next(1))
  windows.began(client, 'c', next(1))
  expect(windows.of(client, 'b')).toBeNull()
})

test('H4.15 what people ask for at any size, and beginnings that quote nothing, teach nothing', () => {
  const windows = windowsOf()
  compacts(windows, 1, { from: 'a', to: 'a', used: 52_000 })
  compacts(windows, 2, { from: 'a', to: 'a', used: 90_000 })
  windows.heard(client, { message: summary(3), of: { conversation: 'a', used: 91_000 } })
  windows.began(client, 'a', [user('Something else, and quite a long line of it.')])
  expect(windows.of(client, 'a')).toBeNull()
})

test('H4.15 a summary that was asked for apart counts with what the window held before it', () => {
  const windows = windowsOf()
  for (const nth of [1, 2]) {
    windows.heard(client, { message: user('Fine.'), of: { conversation: 'a', used: 60_000 } })
    windows.heard(client, { message: summary(nth), of: null })
    windows.began(client, 'a', next(nth))
  }
  expect(windows.of(client, 'a')).toBe(60_000)
})

test('H4.15 what was learnt is told to its owner, can be forgotten, and is forgotten when a day has not confirmed it', () => {
  const windows = windowsOf()
  const learn = () => {
    compacts(windows, 1, { from: 'a', to: 'a', used: 62_000 })
    now += 1_000
    compacts(windows, 2, { from: 'a', to: 'a', used: 60_000 })
  }
  learn()
  const { owner: _, ...rest } = client
  expect(windows.learnt('o')).toEqual([
    { ...rest, conversation: 'a', tokens: 60_000, window: 200_000, at: now, until: now + day },
  ])
  expect(windows.learnt('p')).toEqual([])
  windows.forget(client)
  expect(windows.of(client, 'a')).toBeNull()
  learn()
  now += day - 1
  expect(windows.of(client, 'a')).toBe(60_000)
  now += 1
  expect(windows.of(client, 'a')).toBeNull()
  expect(windows.learnt('o')).toEqual([])
})

test('H4.15 a window lasts for a day from its newest confirmation, not from the one before', () => {
  const windows = windowsOf()
  for (const nth of [1, 2]) {
    compacts(windows, nth, { from: 'a', to: 'a', used: 60_000 })
    now += 20 * hour
  }
  // 40 hours after the first, 20 after the second.
  expect(windows.learnt('o')).toMatchObject([{ tokens: 60_000, until: now + 4 * hour }])
  compacts(windows, 3, { from: 'b', to: 'b', used: 60_000 })
  now += hour
  compacts(windows, 4, { from: 'b', to: 'b', used: 60_000 })
  // What holds for all is known for as long as both conversations are.
  expect(windows.learnt('o').find(({ conversation }) => conversation === null)).toMatchObject({ until: now + 3 * hour })
  now += 3 * hour
  expect(windows.learnt('o')).toMatchObject([{ conversation: 'b' }])
})

test('H4.15 a told window holds for every client whose name begins so, and the smaller one counts', () => {
  const windows = windowsOf({ agent: 50_000, 'agent/2': 40_000, other: 1 })
  expect(windows.of(client, 'a')).toBe(40_000)
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
