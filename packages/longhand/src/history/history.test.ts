import { expect, test } from 'vitest'
import { LonghandError } from '../core/errors.ts'
import { assistant, type Message, textOf, user } from '../core/message.ts'
import type { Storage } from '../engine/ports/store.ts'
import type { Summariser } from '../engine/ports/summariser.ts'
import { openMemory } from '../stores/memory/open.ts'
import { contextEngine, conversationId } from './context.ts'
import { createHistory, type HistoryOptions } from './history.ts'
import { ownFormat } from './message-format.ts'

const talk = (turns: number, words = 60): Message[] =>
  Array.from({ length: turns }, (_, at) => [
    user(`Question ${at}: what of src/file${at}.ts?`),
    assistant(`Answer ${at}. ${'some more words '.repeat(words)}`),
  ]).flat()

type Options = {
  readonly window?: number
  readonly store?: Storage
  readonly conversation?: string
  readonly summariser?: Summariser
} & Pick<HistoryOptions<Message>, 'state' | 'protected'>

function open({ window = 3_000, store, conversation, summariser, ...options }: Options = {}) {
  const engine = contextEngine(
    { window, ...(store && { store }) },
    { model: 'offline/test', room: { window, reserve: 100 }, summariser: summariser ?? null },
  )
  return createHistory({ engine, format: ownFormat, conversation: conversationId(conversation), ...options })
}

/** Says what was asked and answered, with the names that were used. */
const summaryOf = (transcript: string): string => `## Goal
The person asks one question after the other: what of each file.

## State
Every question so far got its answer and some more words: ${[...new Set(transcript.match(/src\/file\d+\.ts/g))].join(', ')}.

## Next steps
Answer the next question about the next file.`

const answering: Summariser = {
  model: 'answering',
  window: 100_000,
  summarise: async ({ transcript }) => ({ type: 'answered', text: summaryOf(transcript), finish: 'stop', usage: null }),
}

const isFolded = (messages: readonly Message[]): boolean => messages.some(one => textOf(one).startsWith('<summary>'))

test('V1 a history that fits comes back as the very objects that were given', async () => {
  const messages = talk(3)
  const sent = await open().fit(messages)
  expect(sent).toHaveLength(6)
  expect(sent.every((one, at) => one === messages[at])).toBe(true)
})

test('C1 one that does not fit is folded at once, and what stays is as it was given', async () => {
  const messages = [...talk(20), user('Go on')]
  const history = open()
  const sent = await history.fit(messages)
  expect(isFolded(sent)).toBe(true)
  expect(sent.at(-1)).toBe(messages.at(-1))
  expect(history.status()!.used).toBeLessThan(2_900)
  expect(await history.receipts()).toMatchObject([{ trigger: 'limit', model: null }])
})

test('F2 what cannot be made to fit is refused, with the reason and the largest messages', async () => {
  const messages = [user('Start'), assistant('Yes?'), user('word '.repeat(6_000))]
  await expect(open().fit(messages)).rejects.toMatchObject({
    code: 'does-not-fit',
    message: expect.stringMatching(/Largest: ¶ 3 \(/),
  })
})

test('F1 a few long messages that do not fit are folded too, though all of them are recent; the newest stays', async () => {
  const told = (at: number) => `Part ${at} of the story. ${'It was a dark night. '.repeat(160)}`
  for (const messages of [
    [user('Start'), assistant('word '.repeat(6_000)), user('And now?')],
    [
      user('Start'),
      ...[1, 2, 3].flatMap(at => [assistant('Go on.'), user(told(at))]),
      assistant(told(4)),
      user('End it.'),
    ],
  ]) {
    const history = open()
    const sent = await history.fit(messages)
    expect(isFolded(sent)).toBe(true)
    expect([sent[0], sent.at(-1)]).toEqual([messages[0], messages.at(-1)])
    expect(history.status()!.used).toBeLessThanOrEqual(2_900)
  }
})

test('F2 the largest messages are named by their ¶, whatever else was stored between them', async () => {
  const history = open()
  const messages = talk(2)
  await history.fit(messages)
  await history.protect(3)
  await history.release(3)
  const more = [...messages, user('And?'), assistant('What?'), user('word '.repeat(6_000))]
  await expect(history.fit(more)).rejects.toThrow(/Largest: ¶ 7 \(6,/)
})

test('C5 a summary is written while the app waits for its answer, and swapped in without a wait', async () => {
  const history = open({ summariser: answering })
  const messages = talk(12)
  await history.fit(messages)
  expect(history.status()!.share).toBeGreaterThan(0.7)
  expect(history.status()!.share).toBeLessThan(0.8)
  expect(history.state()).toBeNull()
  await history.settled()
  const sent = await history.fit([...messages, ...talk(1), user('Go on')])
  expect(isFolded(sent)).toBe(true)
  expect(await history.receipts()).toMatchObject([{ model: 'answering', phase: 'background' }])
})

test('C11 what nobody has reported has no price', async () => {
  const history = open({ summariser: { ...answering, model: 'gpt-5-mini' }, window: 6_000 })
  await history.load(talk(16))
  expect(await history.compact({ by: 'force' })).toMatchObject({
    receipt: { model: 'gpt-5-mini', calls: 1, cost: null },
  })
})

test('C3 C12 P4 a compaction that changes nothing says why and what to do', async () => {
  const history = open({ window: 6_000, protected: [2] })
  await history.load(talk(3))
  expect(await history.compact()).toEqual({
    type: 'unchanged',
    reason: 'fits',
    sentence: "No condensing needed: 10% used; it starts at 80%. Pass { by: 'force' } to do it now.",
  })
  expect(await history.compact({ by: 'force' })).toMatchObject({
    reason: 'nothing-to-fold',
    sentence: expect.stringMatching(/^Nothing to condense: .* Release ¶ 2 \(\d+\) to make room: it is protected\.$/),
  })
  await history.load(talk(16))
  expect(await history.compact({ by: 'force' })).toMatchObject({ type: 'compacted' })
  expect(await history.compact({ by: 'force' })).toMatchObject({
    reason: 'cooling-down',
    sentence: expect.stringMatching(/^One at a time\. .* Possible again in \d+ s\.$/),
  })
})

test('V4 the state handed in again gives the same view without another compaction', async () => {
  const messages = [...talk(20), user('Go on')]
  const first = open()
  const sent = await first.fit(messages)
  const second = open({ state: first.state() })
  expect(await second.fit(messages)).toEqual(sent)
  expect(second.state()).toEqual(first.state())
  expect(await second.receipts()).toEqual([])
})

test('V4 a restart on the same store goes on with the stored summary', async () => {
  const store = openMemory()
  const messages = [...talk(20), user('Go on')]
  const sent = await open({ store, conversation: 'chat-42' }).fit(messages)
  const again = open({ store, conversation: 'chat-42' })
  expect(await again.fit(structuredClone(messages))).toEqual(sent)
  expect(await again.receipts()).toHaveLength(1)
})

test('V5 messages that were edited start a branch; those that were dropped take the head back', async () => {
  const history = open({ window: 100_000 })
  const messages = talk(4)
  await history.fit(messages)
  const edited = [...messages.slice(0, 4), user('Another question')]
  expect(await history.fit(edited)).toEqual(edited)
  expect(await history.fit(messages.slice(0, 2))).toEqual(messages.slice(0, 2))
  expect(await history.fit(messages)).toEqual(messages)
  expect(await history.fit([])).toEqual([])
})

test('V5 a message that the app goes on writing in place is seen as another', async () => {
  const history = open({ window: 100_000 })
  const last = { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'Half' }] }
  const messages = [user('Hello'), last]
  await history.fit(messages)
  last.parts[0]!.text = 'Half an answer'
  await history.fit(messages)
  expect(textOf(history.view().at(-1)!.message)).toBe('Half an answer')
})

test('C15 undo, redo and edit change what is sent', async () => {
  const messages = talk(8)
  const history = open({ window: 6_000 })
  const whole = await history.fit(messages)
  await history.compact({ by: 'force' })
  expect(isFolded(await history.fit(messages))).toBe(true)
  await history.undo()
  expect(await history.fit(messages)).toEqual(whole)
  await history.redo()
  await history.edit('All went well.')
  expect((await history.fit(messages)).some(one => textOf(one).includes('All went well.'))).toBe(true)
})

test('P3 what is protected stays word for word', async () => {
  const messages = [...talk(20), user('Go on')]
  const sent = await open({ protected: [9] }).fit(messages)
  expect(sent).toContain(messages[8])
  await expect(open({ protected: [99] }).fit(messages)).rejects.toMatchObject({ code: 'not-found' })
})

test('T3 what the provider reports becomes the status of the next call', async () => {
  const history = open({ window: 100_000 })
  const messages = talk(3)
  await history.fit([...messages, user('Next')])
  const usage = { input: 700, output: 20, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  await history.report(usage)
  await history.fit([...messages, user('Next'), assistant('Twenty tokens, more or less, of an answer.'), user('On')])
  expect(history.status()).toMatchObject({ source: 'reported' })
  expect(history.status()!.used).toBeGreaterThan(720)
  expect(history.status()!.used).toBeLessThan(730)
})

test('F1 after a refusal as too long, ever less is sent; then it is said that it does not fit', async () => {
  const history = open({ window: 6_000 })
  const messages = talk(8)
  const sent = await history.fit(messages)
  const less = await history.recover({ limit: null })
  expect(less.length).toBeLessThan(sent.length)
  await expect(history.recover({ limit: null })).rejects.toMatchObject({ code: 'does-not-fit' })
})

test('calls that come together are served one after the other', async () => {
  const history = open({ window: 100_000 })
  const messages = talk(5)
  const sent = await Promise.all([2, 4, 6, 10].map(count => history.fit(messages.slice(0, count))))
  expect(sent.map(one => one.length)).toEqual([2, 4, 6, 10])
})

test('L2 the state of another conversation is refused, however many messages there are', async () => {
  const messages = [...talk(20), user('Go on')]
  const first = open()
  const sent = await first.fit(messages)
  const state = first.state()
  const others = messages.map(({ role, parts }) => ({ role, parts: parts.map(part => ({ ...part, text: 'Other' })) }))
  const another = [user('Another conversation'), ...messages.slice(1)]
  for (const list of [others as typeof messages, another])
    await expect(open({ state }).fit(list)).rejects.toMatchObject({
      code: 'stale',
      message: 'The state belongs to other messages. Use the state of this conversation, or none.',
    })
  const { words: _, ...older } = state!
  expect(await open({ state: older }).fit(messages)).toEqual(sent)
})

test('V4 a state is for the messages it was made with: another list is not told by it', async () => {
  const messages = [...talk(20), user('Go on')]
  const first = open()
  await first.fit(messages)
  const history = open({ state: first.state() })
  await history.fit(messages)
  const other = [user('Another conversation'), assistant('Yes?'), user('Hello')]
  expect(await history.fit(other)).toEqual(other)
})

test('F5 after the store has failed, what it holds is read again, and messages that were dropped stay dropped', async () => {
  const store = openMemory()
  let isDown = false
  const failing: Storage = {
    ...store,
    as: owner => {
      const own = store.as(owner)
      const move: typeof own.branches.move = async (...place) => {
        if (isDown) throw new LonghandError('store-unavailable', 'The database does not answer.')
        return own.branches.move(...place)
      }
      return { ...own, branches: { ...own.branches, move } }
    },
  }
  const history = open({ window: 100_000, store: failing, conversation: 'chat' })
  const messages = talk(4)
  await history.fit(messages)
  isDown = true
  await expect(history.fit(messages.slice(0, 2))).rejects.toMatchObject({ code: 'store-unavailable' })
  isDown = false
  expect(await history.fit(messages.slice(0, 2))).toEqual(messages.slice(0, 2))
})

test('V5 who goes on from an older place is not sent what another process has written since', async () => {
  const store = openMemory()
  const messages = talk(2)
  const [one, two] = [1, 2].map(() => open({ window: 100_000, store, conversation: 'shared' }))
  await one!.fit(messages)
  await two!.fit(messages)
  const [mine, theirs] = [
    [...messages, user('Mine')],
    [...messages, user('Theirs'), assistant('Yes.'), user('More of theirs')],
  ]
  await one!.fit(mine)
  await two!.fit(theirs)
  expect(await one!.fit(mine)).toEqual(mine)
  expect(await two!.fit(theirs)).toEqual(theirs)
})
