import { expect, test } from 'vitest'
import { assistant, type Message, textOf, user } from '../core/message.ts'
import type { Storage } from '../engine/ports/store.ts'
import { openMemory } from '../stores/memory/open.ts'
import { contextEngine, conversationId } from './context.ts'
import { createHistory } from './history.ts'
import { ownFormat } from './message-format.ts'

const system = (text: string): Message => ({ role: 'system', parts: [{ type: 'text', text }] })

const talk = (turns: number): Message[] =>
  Array.from({ length: turns }, (_, at) => [
    user(`Question ${at}: what of src/file${at}.ts?`),
    assistant(`Answer ${at}. ${'some more words '.repeat(60)}`),
  ]).flat()

function open(store: Storage = openMemory()) {
  const parts = { model: 'offline/test', room: { window: 4_000, reserve: 100 }, summariser: null }
  const engine = contextEngine({ store }, parts)
  return createHistory({ engine, format: ownFormat, conversation: conversationId('chat') })
}

const textsOf = (messages: readonly Message[]) => messages.map(textOf)

test('L16 instructions that are rewritten are sent as they are now, and what is folded stays folded', async () => {
  const history = open()
  const messages = talk(12)
  await history.fit([system('It is Monday.'), ...messages.slice(0, 10)])
  await history.protect(6)
  await history.compact({ by: 'force' })
  const folded = textsOf(history.view().map(({ message }) => message)).slice(1)
  for (const day of ['Tuesday', 'Wednesday']) {
    const sent = textsOf(await history.fit([system(`It is ${day}.`), ...messages.slice(0, 10)]))
    expect(sent).toEqual([`It is ${day}.`, ...folded])
  }
  await history.fit([system('It is Thursday.'), ...messages.slice(0, 12)])
  expect(await history.receipts()).toHaveLength(1)
  await history.undo()
  expect(await history.fit([system('It is Friday.'), ...messages.slice(0, 12)])).toHaveLength(13)
})

test('L16 and so they are in the next process, from a store', async () => {
  const store = openMemory()
  const messages = talk(10)
  await open(store).fit([system('It is Monday.'), ...messages])
  const first = open(store)
  await first.load([system('It is Tuesday.'), ...messages])
  await first.compact({ by: 'force' })
  const sent = textsOf(await open(store).fit([system('It is Wednesday.'), ...messages, user('Go on')]))
  expect(sent[0]).toBe('It is Wednesday.')
  expect(sent.some(text => text.startsWith('<summary>'))).toBe(true)
  expect(sent.length).toBeLessThan(messages.length)
})

test('L16 longer instructions count, before and after a usage is reported', async () => {
  const history = open()
  const messages = talk(4)
  await history.fit([system('Be brief.'), ...messages, user('Go on')])
  const before = history.status()!.used
  await history.fit([system(`Be brief. ${'These are the rules. '.repeat(200)}`), ...messages, user('Go on')])
  const grown = history.status()!.used
  expect(grown).toBeGreaterThan(before + 800)
  await history.report({ input: grown, output: 10, cacheRead: 0, cacheWrite: 0, reasoning: 0 })
  const next = [...messages, user('Go on'), assistant('Yes.'), user('And on')]
  await history.fit([system(`Be brief. ${'These are the rules. '.repeat(200)}`), ...next])
  expect(Math.abs(history.status()!.used - grown)).toBeLessThan(60)
  await history.fit([system(`Be brief. ${'These are the rules. '.repeat(300)}`), ...next])
  expect(history.status()!.used).toBeGreaterThan(grown + 400)
})

test('L16 a message that only stands where instructions stood is an edit', async () => {
  const history = open()
  const messages = talk(10)
  await history.fit([system('Be brief.'), ...messages])
  await history.compact({ by: 'force' })
  for (const opening of [[], [user('Be brief.')], [system('Be brief.'), system('Be kind.')]]) {
    const given = [...opening, ...messages.slice(0, 6)]
    expect(await history.fit(given)).toEqual(given)
  }
})

test('L1 a message written over in its place, with what followed dropped, is read again at once', async () => {
  const history = open()
  const messages = talk(10).slice(0, 15)
  await history.fit(messages)
  messages[4] = Object.assign(messages[4]!, user('Never mind that: what of src/other.ts?'))
  messages.length = 5
  await history.fit(messages)
  expect(textsOf(history.view().map(({ message }) => message))).toEqual(textsOf(messages))
})
