import { expect, test } from 'vitest'
import { assistant, type Message, textOf, user } from '../core/message.ts'
import { type Clock, systemClock } from '../engine/ports/clock.ts'
import type { Storage, Store } from '../engine/ports/store.ts'
import { openMemory } from '../stores/memory/open.ts'
import { contextEngine, conversationId } from './context.ts'
import { createHistory } from './history.ts'
import { ownFormat } from './message-format.ts'

/** A conversation that does not fit into 3,000 tokens. */
const long: Message[] = [
  ...Array.from({ length: 20 }, (_, at) => [
    user(`Question ${at}: what of src/file${at}.ts?`),
    assistant(`Answer ${at}. ${'some more words '.repeat(60)}`),
  ]).flat(),
  user('Go on'),
]

/** The same conversation as another process has it. */
function open(store: Storage, clock: Clock = systemClock) {
  const room = { window: 3_000, reserve: 100 }
  const engine = contextEngine({ window: 3_000, store }, { model: 'offline/test', room, summariser: null, clock })
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
  const two = open(store, clock)
  expect(isFolded(await two.fit(structuredClone(long)))).toBe(true)
  expect(waited).toBeGreaterThanOrEqual(2_000)
  expect(await two.receipts()).toHaveLength(1)
})
