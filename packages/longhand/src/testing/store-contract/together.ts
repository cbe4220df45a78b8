import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Message } from '../../core/message.ts'
import type { Store } from '../../engine/ports/store.ts'
import type { NewEntry } from '../../engine/ports/store-entries.ts'
import { compact, fails, gather, type StoreRule, talk } from './room.ts'

export const togetherRules: readonly StoreRule[] = [
  {
    name: 'a conversation that several create at the same moment is there for all of them (D7)',
    run: async ({ store }) => {
      for (let time = 0; time < 100; time++) {
        const id = randomUUID()
        const created = await Promise.all(Array.from({ length: 16 }, () => store.conversations.create({ id })))
        deepEqual(new Set(created.map(each => each.id)), new Set([id]))
      }
    },
  },
  {
    name: 'messages that several store under the same ids stand there once, and part of them written again is refused (D7)',
    run: async ({ store }) => {
      const id = await compacted(store)
      const outcomes = await Promise.all(
        Array.from({ length: 4 }, () => store.entries.append(id, many, { after: 'm6' }).then(({ outcome }) => outcome)),
      )
      deepEqual(outcomes.toSorted(), ['appended', 'repeated', 'repeated', 'repeated'])
      const more: NewEntry = { type: 'message', id: 'more', message: message('user', 'More'), count: 1 }
      await fails('conflict', store.entries.append(id, [...many, more], { after: 'm6' }))
      const ids = [...many, more].map(entry => entry.id)
      deepEqual(
        (await store.entries.find(id, ids)).map(({ entry }) => entry.id),
        ids.slice(0, -1),
      )
      equal((await store.branches.list(id)).length, 1)
    },
  },
  {
    name: 'messages that are written together are stored as those that are written one by one',
    run: async ({ store }) => {
      const together = await compacted(store)
      await store.entries.append(together, many)
      const oneByOne = await compacted(store)
      for (const entry of many) await store.entries.append(oneByOne, [entry])
      deepEqual(await storedIn(store, together), await storedIn(store, oneByOne))
      for (const text of ['lighthouse', 'read_file', '7001']) {
        const [here, there] = await Promise.all(
          [together, oneByOne].map(conversation => store.entries.search(text, { conversation })),
        )
        equal(here!.length, 1)
        deepEqual(
          here!.map(({ entry }) => entry),
          there!.map(({ entry }) => entry),
        )
      }
    },
  },
]

/** Running values do not begin at nothing: six messages, four of them folded. */
async function compacted(store: Store): Promise<string> {
  return (await compact(store, await talk(store, 6), 5)).id
}

const message = (role: Message['role'], text: string): Message => ({ role, parts: [{ type: 'text', text }] }) as Message

const messages: readonly Message[] = [
  message('user', 'Where is the lighthouse?'),
  {
    role: 'assistant',
    parts: [{ type: 'tool-call', callId: 'c1', name: 'read_file', input: { path: 'a.md' } }],
  },
  {
    role: 'tool',
    parts: [{ type: 'tool-result', callId: 'c1', name: 'get', outcome: 'ok', output: { type: 'text', value: '7001' } }],
  },
  message('assistant', ''),
  message('assistant', 'By the \u0000 harbour, said twice: harbour.'),
  message('user', 'Thanks'),
  // The list shows the last message that says something.
  { role: 'assistant', parts: [{ type: 'tool-call', callId: 'c2', name: 'wait', input: {} }] },
]

const many: readonly NewEntry[] = messages.map((each, at) => ({
  ...{ type: 'message', id: `t${at}`, message: each, count: at * 3 },
  ...(at % 2 === 0 && { about: { model: `m${at}` } }),
}))

/** All that is told of a conversation, without its times and ids. */
async function storedIn(store: Store, id: string) {
  const { branch, conversation } = await store.entries.branch(id)
  const entries = await gather(store.entries.walk(id))
  return {
    branch: branch.map(withoutId),
    entries: entries.map(({ entry, line, about }) => ({ entry: withoutId(entry), line, about })),
    totals: conversation.totals,
    some: await store.entries.totals(id, { from: 3, to: 10 }),
    preview: conversation.preview,
    depth: conversation.head.depth,
  }
}

/** Compactions have an id of their own each. */
const withoutId = <Entry extends { readonly type: string; readonly id: string }>(entry: Entry) =>
  entry.type === 'message' ? entry : { ...entry, id: '' }
