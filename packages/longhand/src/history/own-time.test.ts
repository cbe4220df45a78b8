import { expect, test } from 'vitest'
import { assistant, type Message, user } from '../core/message.ts'
import { openMemory } from '../stores/memory/open.ts'
import { contextEngine, conversationId } from './context.ts'
import { createHistory } from './history.ts'
import { ownFormat } from './message-format.ts'

/** Messages that note their number whenever someone looks at their parts. */
function watched(reads: Set<number>) {
  return (number: number): Message => {
    const { role, parts } = number % 2 === 1 ? user(`Question ${number}?`) : assistant(`Answer ${number}, in full.`)
    return {
      role,
      get parts() {
        reads.add(number)
        return parts
      },
    }
  }
}

test.each([
  // messages  window
  [60, 100_000], // all of it fits
  [600, 100_000],
  [600, 2_000], // most of it is folded
])('L17 with %i messages in a window of %i, a call looks only at the newest', async (size, window) => {
  const reads = new Set<number>()
  const message = watched(reads)
  const history = createHistory({
    engine: contextEngine(
      { window, store: openMemory({ entries: 'given' }) },
      { model: 'offline/test', summariser: null, room: { window, reserve: 100 } },
    ),
    format: ownFormat,
    conversation: conversationId(undefined),
  })
  const messages = Array.from({ length: size }, (_, at) => message(at + 1))
  await history.fit(messages)
  // What was folded by the first call is laid out by the second.
  await history.fit(messages)
  for (let call = 0; call < 3; call++) {
    messages.push(message(messages.length + 1))
    reads.clear()
    await history.fit(messages)
    await history.report({ input: history.status()!.used, output: 10, cacheRead: 0, cacheWrite: 0, reasoning: 0 })
    expect(Math.min(...reads)).toBeGreaterThanOrEqual(messages.length - 5)
  }
})
