import { expect, test } from 'vitest'
import { assistant, type Message, textOf, user } from '../core/message.ts'
import { type Clock, systemClock } from '../engine/ports/clock.ts'
import { localOwner, type Storage, type Store } from '../engine/ports/store.ts'
import type { Summariser } from '../engine/ports/summariser.ts'
import { openMemory } from '../stores/memory/open.ts'
import { contextEngine, conversationId } from './context.ts'
import { createHistory } from './history.ts'
import { ownFormat } from './message-format.ts'

/** A conversation of so many exchanges. Twenty do not fit into 3,000 tokens. */
const wordy = (exchanges: number): Message[] => [
  ...Array.from({ length: exchanges }, (_, at) => [
    user(`Question ${at}: what of src/file${at}.ts?`),
    assistant(`Answer ${at}. ${'some more words '.repeat(60)}`),
  ]).flat(),
  user('Go on'),
]
const long = wordy(20)

type Options = { readonly clock?: Clock; readonly summariser?: Summariser; readonly window?: number }

/** The same conversation as another process has it. */
function open(store: Storage, { clock = systemClock, summariser, window = 3_000 }: Options = {}) {
  const parts = { model: 'offline/test', room: { window, reserve: 100 }, summariser: summariser ?? null, clock }
  const engine = contextEngine({ window, store }, parts)
  return createHistory<Message>({ engine, format: ownFormat, conversation: conversationId('shared') })
}

/** The storage with something else in place of what one process would do to compactions. */
function changed(storage: Storage, change: (own: Store['compactions']) => Partial<Store['compactions']>): Storage {
  return {
    ...storage,
    as: owner => {
      const own = storage.as(owner)
      return { ...own, compactions: { ...own.compactions, ...change(own.compactions) } }
    },
  }
}

const isFolded = (messages: readonly Message[]): boolean => messages.some(one => textOf(one).startsWith('<summary>'))

test('D7 what one process condenses at once is waited for by another, and cancelled by nobody', async () => {
  const store = openMemory()
  const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let cancelled = 0
  const counted = changed(store, own => ({
    cancel: async conversation => {
      cancelled++
      return own.cancel(conversation)
    },
  }))
  const one = open(
    changed(counted, own => ({
      finish: async (...job) => {
        reached.resolve()
        await go.promise
        return own.finish(...job)
      },
    })),
  )
  const two = open(
    changed(counted, own => ({
      // By now it has seen that the other one is at it.
      get: async (...job) => {
        go.resolve()
        return own.get(...job)
      },
    })),
  )
  const first = one.fit(long)
  await reached.promise
  const second = two.fit(structuredClone(long))
  setTimeout(go.resolve, 5_000)
  expect(isFolded(await first)).toBe(true)
  expect(await second).toEqual(await first)
  expect(cancelled).toBe(0)
  expect(await two.receipts()).toHaveLength(1)
})

test('D7 who reads a long conversation is waited for longer than two seconds, and not made to begin again', async () => {
  const store = openMemory()
  const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let cancelled = 0
  const counted = changed(store, own => ({
    cancel: async conversation => {
      cancelled++
      return own.cancel(conversation)
    },
  }))
  const one = open(
    changed(counted, own => ({
      finish: async (...job) => {
        reached.resolve()
        await go.promise
        return own.finish(...job)
      },
    })),
  )
  const longer = wordy(400)
  const first = one.fit(longer)
  await reached.promise
  const second = open(counted).fit(structuredClone(longer))
  setTimeout(go.resolve, 2_600)
  expect(await second).toEqual(await first)
  expect(cancelled).toBe(0)
})

test('D7 what a process has left half done is taken over after two seconds by whoever can not wait', async () => {
  const store = openMemory()
  const reached = Promise.withResolvers<void>()
  const one = open(
    changed(store, () => ({
      finish: () => {
        reached.resolve()
        return new Promise(() => {})
      },
    })),
  )
  void one.fit(long)
  await reached.promise
  let waited = 0
  const clock: Clock = {
    now: () => systemClock.now() + waited,
    sleep: async ms => {
      waited += ms
      await new Promise(setImmediate)
    },
  }
  const two = open(store, { clock })
  expect(isFolded(await two.fit(structuredClone(long)))).toBe(true)
  expect(waited).toBeGreaterThanOrEqual(2_000)
  expect(await two.receipts()).toHaveLength(1)
})

/** Says what was asked and answered, with the newest names. */
const summaryOf = (transcript: string): string => `## Goal
The person asks one question after the other: what of each file.

## State
Every question so far got its answer and some more words: ${[...new Set(transcript.match(/src\/file\d+\.ts/g))].slice(-12).join(', ')}.

## Next steps
Answer the next question about the next file.`

/** A summariser and how often all who share it have asked. */
function counting(): { readonly summariser: Summariser; readonly asked: () => number } {
  let asked = 0
  const summarise: Summariser['summarise'] = async ({ transcript }) => {
    asked++
    return { type: 'answered', text: summaryOf(transcript), finish: 'stop', usage: null }
  }
  return { summariser: { model: 'counting', window: 100_000, summarise }, asked: () => asked }
}

const talk = (turns: number): Message[] =>
  Array.from({ length: turns }, (_, at) => [
    user(`Question ${at}: what of src/file${at}.ts?`),
    assistant(`Answer ${at}. ${'some more words '.repeat(20)}`),
  ]).flat()

/** What each call is to send, with a fresh copy of all messages each time, and with everything written in between. */
async function called(contexts: readonly ReturnType<typeof open>[], turns: number): Promise<readonly string[]> {
  const views: string[] = []
  for (let turn = 1; turn <= turns; turn++) {
    const context = contexts[turn % contexts.length]!
    views.push(JSON.stringify(await context.fit(talk(turn).slice(0, -1))))
    await context.settled()
  }
  return views
}

const lines = (store: Storage) => store.as(localOwner).branches.list(conversationId('shared'))

test('D7 calls that a load balancer hands out in turn are answered byte for byte as by one process, and nothing is summarised twice', async () => {
  const alone = counting()
  const expected = await called([open(openMemory(), alone)], 60)
  for (const count of [2, 3]) {
    const [store, shared] = [openMemory(), counting()]
    const views = await called(
      Array.from({ length: count }, () => open(store, shared)),
      60,
    )
    expect(views).toEqual(expected)
    expect(shared.asked()).toBe(alone.asked())
    expect(await lines(store)).toHaveLength(1)
  }
  expect(alone.asked()).toBeGreaterThan(0)
})

test('D7 processes that are handed the same messages at the same time store them once', async () => {
  const store = openMemory()
  const contexts = Array.from({ length: 4 }, () => open(store, { window: 100_000 }))
  for (let turn = 1; turn <= 5; turn++) {
    const messages = talk(turn)
    const views = await Promise.all(contexts.map(context => context.fit(structuredClone(messages))))
    expect(views).toEqual(contexts.map(() => messages))
  }
  expect(await lines(store)).toMatchObject([{ messages: 10 }])
})

test('D7 who comes later with fewer messages gets the view that was made of them, and takes nobody back', async () => {
  const store = openMemory()
  const [one, two] = [open(store), open(store)]
  const before = await one.fit(long)
  const receipts = await one.receipts()
  const more = [...long, assistant('Done.'), user('And then?')]
  await one.fit(more)
  expect(await two.fit(structuredClone(long))).toEqual(before)
  expect(await one.fit(more)).toEqual(await open(store).fit(more))
  expect(await lines(store)).toHaveLength(1)
  expect(await two.receipts()).toEqual(receipts)
  // What the app asks for itself is about the messages it has.
  await two.undo()
  expect(await two.fit(long.slice(0, 11))).toEqual(long.slice(0, 11))
})

test('D7 C20 a summary that one process asked for, and another could not wait for, is what the next fold of any of them is made around', async () => {
  const [store, answer] = [openMemory(), Promise.withResolvers<void>()]
  const alone = counting()
  const slow = {
    ...alone.summariser,
    summarise: async (...request: Parameters<Summariser['summarise']>) => {
      const answered = alone.summariser.summarise(...request)
      await answer.promise
      return answered
    },
  }
  const [one, two] = [open(store, { summariser: slow }), open(store, { summariser: slow })]
  const turns = 120
  let view: readonly Message[] = []
  for (let turn = 1; turn <= turns; turn++) {
    const messages = talk(turn).slice(0, -1)
    // The first asks ahead of need; the second goes on until nothing fits any more.
    view = await (alone.asked() === 0 ? one : two).fit(messages)
    if (!isFolded(view)) continue
    answer.resolve()
    await one.settled()
  }
  expect(alone.asked()).toBe(1)
  expect(view.map(textOf).join()).toContain('The person asks one question after the other')
  // Its cost is on the receipt of the first that holds it.
  expect((await two.receipts()).map(({ calls }) => calls).toReversed()).toEqual([0, 1, 0, 0])
})

test('V5 D7 messages that differ begin a branch, and whoever comes back to the other finds it as it was', async () => {
  const store = openMemory()
  const [one, two] = [open(store), open(store)]
  const first = await one.fit(long)
  const other = [...long.slice(0, -1), user('Start over')]
  await two.fit(other)
  expect(await two.fit(structuredClone(long))).toEqual(first)
  expect(await lines(store)).toHaveLength(2)
})
