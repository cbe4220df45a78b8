import { expect, test } from 'vitest'
import { assistant, type Message, user } from '../../core/message.ts'
import { classic } from '../../core/policy.ts'
import { lettersMeter } from '../../testing/test-engine.ts'
import type { Summariser } from '../ports/summariser.ts'
import type { CompactionState } from './history.ts'
import { type Keeping, keepWithin } from './keep-within.ts'

const keeping: Keeping = {
  policy: classic,
  room: { window: 10_000, reserve: 500 },
  summariser: null,
  meter: lettersMeter,
  clock: { sleep: async () => {} },
  newFence: () => 'fence',
  random: () => 0.5,
  signal: new AbortController().signal,
}

const talk = (turns: number): readonly Message[] =>
  Array.from({ length: turns }, (_, at) => [
    user(`Question ${at}: what of src/file${at}.ts?`),
    assistant(`Answer ${at}. ${'words '.repeat(100)}`),
  ]).flat()

test('H3 below the threshold everything goes to the model and there is no state', async () => {
  const within = await keepWithin({ messages: talk(4), state: null }, keeping)
  expect(within).toMatchObject({ state: null, compacted: null })
  expect(within.view).toEqual(talk(4))
})

test('H3 above it the view is compacted, and the state makes the same view again without writing', async () => {
  const messages = talk(13)
  const first = await keepWithin({ messages, state: null }, keeping)
  expect(first.compacted?.after).toBeLessThan(first.compacted!.before)
  expect(first.view[0]).toEqual(messages[0])
  expect(first.view.slice(-6)).toEqual(messages.slice(-6))
  const stored: CompactionState = JSON.parse(JSON.stringify(first.state))
  const again = await keepWithin({ messages: [...messages, user('Next')], state: stored }, keeping)
  expect(again.compacted).toBeNull()
  expect(again.view).toEqual([...first.view, user('Next')])
})

test('V5 a later compaction stands on the state before it', async () => {
  const first = await keepWithin({ messages: talk(13), state: null }, keeping)
  const second = await keepWithin({ messages: talk(26), state: first.state }, keeping)
  expect(second.state?.version).toBe(2)
  expect(second.view[0]).toEqual(talk(1)[0])
})

test('P3 protected messages stay word for word', async () => {
  const messages = talk(13)
  const { view } = await keepWithin({ messages, state: null, protected: [4] }, keeping)
  expect(view).toContainEqual(messages[3])
})

test('Q2 what two digests fold is still told by one of them: neither leaves it to the other', async () => {
  const policy = { ...classic, strategy: 'digest', keep: { by: 'messages', amount: 2 } } as const
  const claim = `The queue is claimed in src/harbour/ClaimQueue.ts. ${'words '.repeat(100)}`
  const messages = talk(13).map((message, at) => (at === 3 || at === 7 ? assistant(claim) : message))
  const { view, compacted } = await keepWithin({ messages, state: null }, { ...keeping, policy })
  expect(compacted?.after).toBeLessThan(compacted!.before)
  expect(view).not.toContainEqual(assistant(claim))
  expect(JSON.stringify(view)).toContain('ClaimQueue.ts')
})

test('C13 a summariser that is down leaves everything as it was while it fits', async () => {
  const down: Summariser = {
    model: 'down',
    window: 100_000,
    summarise: async () => ({ type: 'failed', failure: { type: 'refused-key', sentence: 'No.' } }),
  }
  const messages = talk(13)
  const within = await keepWithin({ messages, state: null }, { ...keeping, summariser: down })
  expect(within).toMatchObject({ view: messages, state: null, compacted: null })
})

test('F6 a state from a longer conversation is refused with a sentence', async () => {
  const { state } = await keepWithin({ messages: talk(13), state: null }, keeping)
  await expect(keepWithin({ messages: talk(2), state }, keeping)).rejects.toThrow(
    'The state was made with 26 messages, but 4 came.',
  )
})
