import { expect, test } from 'vitest'
import { assistant, type Message, textOf, user } from '../core/message.ts'
import type { CompactionState } from './compaction-state.ts'
import { contextEngine, conversationId } from './context.ts'
import { createHistory } from './history.ts'
import { ownFormat } from './message-format.ts'

const talk = (turns: number): Message[] =>
  Array.from({ length: turns }, (_, at) => [
    user(`Question ${at}: what of src/file${at}.ts?`),
    assistant(`Answer ${at}. ${'some more words '.repeat(60)}`),
  ]).flat()

function open(state: CompactionState | null = null, named: readonly number[] = []) {
  const parts = { model: 'offline/test', room: { window: 3_000, reserve: 100 }, summariser: null }
  const engine = contextEngine({}, parts)
  const conversation = conversationId(undefined)
  return createHistory({ engine, format: ownFormat, conversation, state, protected: named })
}

const isSummary = (message: Message) => textOf(message).startsWith('<summary>')
const written = (state: CompactionState | null) => JSON.parse(JSON.stringify(state)) as CompactionState

async function folded() {
  const history = open()
  const messages = [...talk(20), user('Go on')]
  await history.fit(messages)
  const state = written(history.state())
  return { messages, state, last: Math.max(...state.folds.map(({ span }) => span.to)) }
}

test('L2 a state counts for a conversation that has gone back, as long as what it folds is there', async () => {
  const { messages, state, last } = await folded()
  const edited = [...messages.slice(0, last + 1), user('Rather this')]
  expect(edited.length).toBeLessThan(state.messages)
  const history = open(state)
  const sent = await history.fit(edited)
  expect(sent.filter(isSummary)).toHaveLength(1)
  expect(sent.at(-1)).toBe(edited.at(-1))
  expect(await history.receipts()).toEqual([])
})

test('L2 one that has gone back to before it has its originals again', async () => {
  const { messages, state, last } = await folded()
  for (const many of [2, 4, last]) {
    const history = open(state)
    const edited = [...messages.slice(0, many - 1), user('Rather this')]
    // The last of these is too long for the window: it is folded anew.
    const sent = await history.fit(edited)
    if (many < last) expect(sent).toEqual(edited)
    expect(sent.at(-1)).toBe(edited.at(-1))
    expect(history.state()?.version ?? null).toBe(many < last ? null : 1)
  }
})

test('L2 fewer messages of another conversation are refused', async () => {
  const { messages, state } = await folded()
  const others = [user('Something else'), ...messages.slice(1, 9)]
  const sentence = 'The state was made with 41 messages, but 9 came. Send all of them, or no state.'
  await expect(open(state).fit(others)).rejects.toMatchObject({ code: 'stale', message: sentence })
  const { words: _, ...older } = state
  await expect(open(older).fit(messages.slice(0, 9))).rejects.toMatchObject({ code: 'stale', message: sentence })
})

test('P1 what a person protected is in the state, also before anything is folded', async () => {
  const messages = [...talk(20), user('Go on')]
  const first = open()
  await first.load(messages.slice(0, 8))
  await first.protect(5)
  const state = written(first.state())
  expect(state).toMatchObject({ version: 0, folds: [], protected: [5] })
  const second = open(state)
  expect(await second.fit(messages)).toContainEqual(messages[4])
  expect(second.state()).toMatchObject({ version: 1, protected: [5] })
  const third = open(written(second.state()))
  await third.fit(messages)
  await third.release(5)
  expect(third.state()).not.toHaveProperty('protected')
  await expect(open(state).fit([user('Something else'), ...messages.slice(1)])).rejects.toMatchObject({ code: 'stale' })
})

test('P1 what the options name is protected by them alone', async () => {
  const history = open(null, [5])
  await history.load(talk(4))
  expect(history.state()).toBeNull()
})
