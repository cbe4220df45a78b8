import { expect, test } from 'vitest'
import { assistant, type Message, textOf, user } from '../core/message.ts'
import type { Policy } from '../core/policy.ts'
import type { Summariser } from '../engine/ports/summariser.ts'
import type { CompactionState } from './compaction-state.ts'
import { contextEngine } from './context.ts'
import { fitOnce } from './fit-once.ts'
import { createHistory } from './history.ts'
import { ownFormat } from './message-format.ts'

type Options = {
  readonly state?: CompactionState | null
  readonly protected?: readonly number[]
  readonly policy?: Partial<Policy>
  readonly summariser?: Summariser
}

/** What someone gets who hands in all messages, and perhaps what they got the last time. */
async function fitted(messages: readonly Message[], { policy = {}, summariser, ...rest }: Options = {}) {
  const parts = { model: 'offline/test', room: { window: 2_400, reserve: 100 }, summariser: summariser ?? null }
  const engine = contextEngine({ policy: { ...policy, prepare: 1 } }, parts)
  const history = createHistory({ engine, conversation: crypto.randomUUID(), format: ownFormat, ...rest })
  const { messages: view, receipt } = await fitOnce(history, messages)
  return { view, state: history.state(), receipt }
}

const talk = (turns: number): readonly Message[] =>
  Array.from({ length: turns }, (_, at) => [
    user(`Question ${at}: what of src/file${at}.ts?`),
    assistant(`Answer ${at}. ${'words '.repeat(150)}`),
  ]).flat()

test('H3 below the threshold everything goes to the model and there is no state', async () => {
  expect(await fitted(talk(4))).toEqual({ view: talk(4), state: null, receipt: null })
})

test('H3 above it the view is compacted, and the state makes the same view again without writing', async () => {
  const messages = talk(12)
  const first = await fitted(messages)
  expect(first.receipt!.after).toBeLessThan(first.receipt!.before)
  expect(first.view[0]).toEqual(messages[0])
  expect(first.view.slice(-6)).toEqual(messages.slice(-6))
  const stored: CompactionState = JSON.parse(JSON.stringify(first.state))
  const again = await fitted([...messages, user('Next')], { state: stored })
  expect(again.receipt).toBeNull()
  expect(again.view).toEqual([...first.view, user('Next')])
})

test('V5 a later compaction stands on the state before it', async () => {
  const first = await fitted(talk(12))
  const second = await fitted(talk(22), { state: first.state })
  expect(second.state?.version).toBe(2)
  expect(second.view[0]).toEqual(talk(1)[0])
})

test('P3 protected messages stay word for word', async () => {
  const messages = talk(12)
  const { view } = await fitted(messages, { protected: [4] })
  expect(view).toContainEqual(messages[3])
})

test('Q2 what two digests fold is still told by one of them: neither leaves it to the other', async () => {
  const policy = { strategy: 'digest', keep: { by: 'messages', amount: 2 } } as const
  const claim = `The queue is claimed in src/harbour/ClaimQueue.ts. ${'words '.repeat(150)}`
  const messages = talk(12).map((message, at) => (at === 3 || at === 7 ? assistant(claim) : message))
  const { view, receipt } = await fitted(messages, { policy })
  expect(receipt!.after).toBeLessThan(receipt!.before)
  expect(view).not.toContainEqual(assistant(claim))
  expect(view.map(textOf).join()).toContain('ClaimQueue.ts')
})

test('C13 a summariser that is down leaves everything as it was while it fits', async () => {
  const down: Summariser = {
    model: 'down',
    window: 100_000,
    summarise: async () => ({ type: 'failed', failure: { type: 'refused-key', sentence: 'No.' } }),
  }
  const messages = talk(12)
  expect(await fitted(messages, { summariser: down })).toEqual({ view: messages, state: null, receipt: null })
})

test('F6 a state from a longer conversation of others is refused with a sentence', async () => {
  const { state } = await fitted(talk(12))
  await expect(fitted(talk(3).slice(2), { state })).rejects.toThrow('The state was made with 24 messages, but 4 came.')
})

test('F6 a state that no view could be made of is refused', async () => {
  const { state } = await fitted(talk(12))
  const twice = { ...state!, folds: [...state!.folds, ...state!.folds] }
  await expect(fitted(talk(12), { state: twice })).rejects.toThrow('two folds for the same messages')
  const beyond = { ...state!, folds: state!.folds.map(fold => ({ ...fold, span: { from: 2, to: 99 } })) }
  await expect(fitted(talk(12), { state: beyond })).rejects.toThrow('The state speaks of message 99')
})
