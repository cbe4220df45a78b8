import { deepEqual, equal, ok } from 'node:assert/strict'
import { messagesOf } from '../../core/branch.ts'
import { textOf } from '../../core/message.ts'
import type { Store } from '../../engine/ports/store.ts'
import { compact, fails, gather, newConversation, type StoreRule, said, talk } from './room.ts'

/** What the model reads of the messages themselves. */
const texts = async (store: Store, id: string): Promise<string> =>
  messagesOf((await store.entries.branch(id)).branch)
    .map(({ message }) => textOf(message))
    .join(' ')

export const branchRules: readonly StoreRule[] = [
  {
    name: 'a branch that is longer than one statement reads comes whole, from any place of it',
    run: async ({ store }) => {
      const { id } = await newConversation(store)
      const ids = Array.from({ length: 1_203 }, (_, at) => `m${at + 1}`)
      for (let at = 0; at < ids.length; at += 500) {
        await store.entries.append(
          id,
          ids.slice(at, at + 500).map(name => said('user', `Message ${name}`, name)),
        )
      }
      const read = async (at?: { line: number; depth: number }) =>
        (await store.entries.branch(id, at)).branch.map(entry => entry.id)
      deepEqual(await read(), ids)
      deepEqual(await read({ line: 1, depth: 1_101 }), ids.slice(0, 1_101))
    },
  },
  {
    name: 'two writers at one place: the last write wins, and what the other wrote stays as a branch (W6)',
    run: async ({ store }) => {
      const { id } = await talk(store, 2)
      const a = await store.entries.append(id, [said('user', 'from a', 'a')], { after: 'm2' })
      const b = await store.entries.append(id, [said('user', 'from b', 'b')], { after: 'm2' })
      deepEqual([a.outcome, b.outcome], ['appended', 'forked'])
      equal(await texts(store, id), 'word1 word2 from b')
      const tips = await store.branches.list(id)
      deepEqual(
        tips.map(({ preview, messages, current }) => ({ preview, messages, current })),
        [
          { preview: 'from b', messages: 3, current: true },
          { preview: 'from a', messages: 3, current: false },
        ],
      )
      deepEqual(tips[0]!.from, { line: 1, depth: 2 })
      // Each goes on where they were: no more forks.
      const more = await store.entries.append(id, [said('assistant', 'to a')], { after: 'a' })
      equal(more.outcome, 'forked')
      equal(await texts(store, id), 'word1 word2 from a to a')
      equal((await store.branches.list(id)).length, 2)
      await store.branches.move(id, tips[0]!.tip)
      equal(await texts(store, id), 'word1 word2 from b')
    },
  },
  {
    name: 'what is no message does not make a writer late: a compaction meanwhile is kept',
    run: async ({ store }) => {
      const before = await talk(store, 6)
      const { id, head } = await compact(store, before, 4)
      const { outcome, conversation } = await store.entries.append(id, [said('user', 'typed meanwhile', 'n')], {
        after: 'm6',
      })
      equal(outcome, 'appended')
      equal(conversation.head.compaction, head.compaction)
      const late = await store.entries.append(id, [said('user', 'from b')], { after: 'm6' })
      equal(late.outcome, 'forked')
      equal(late.conversation.head.compaction, head.compaction)
      equal(await texts(store, id), 'word1 word5 word6 from b')
    },
  },
  {
    name: 'a writer can start again from the root',
    run: async ({ store }) => {
      const { id } = await talk(store, 3)
      await store.entries.append(id, [said('user', 'another start', 's')], { after: null })
      equal(await texts(store, id), 'another start')
      equal((await store.conversations.get(id)).head.depth, 1)
      deepEqual((await store.conversations.get(id)).totals, { messages: 1, turns: 1, tokens: 10 })
    },
  },
  {
    name: 'an answer does not pull back a person who has moved on',
    run: async ({ store }) => {
      const { id } = await talk(store, 3)
      const gone = await store.branches.move(id, { line: 1, depth: 1 })
      const answer = await store.entries.append(id, [said('assistant', 'late answer', 'late')], {
        after: 'm3',
        head: 'stays',
      })
      equal(answer.outcome, 'forked')
      deepEqual(answer.conversation.head, gone.head)
      deepEqual(answer.entries[0]!.line, 1)
      const here = await store.entries.append(id, [said('assistant', 'here', 'h')], { after: 'm1', head: 'stays' })
      equal(here.outcome, 'appended')
      equal(here.conversation.head.entry, 'h')
    },
  },
  {
    name: 'an undo or a protection for a branch that was left is stale',
    run: async ({ store }) => {
      const { id } = await talk(store, 3)
      await store.entries.append(id, [said('user', 'elsewhere')], { after: 'm1' })
      const protection = { type: 'protection', id: 'p', span: { from: 2, to: 2 }, action: 'protect' } as const
      await fails('stale', store.entries.append(id, [protection], { after: 'm3' }))
      equal((await store.entries.append(id, [protection], { after: 'm1' })).outcome, 'appended')
    },
  },
  {
    name: 'a compaction that stands on another than the one in force is stale',
    run: async ({ store }) => {
      const { id, head } = await compact(store, await talk(store, 6), 4)
      const edited = { type: 'compaction', id: 'k', version: 1, base: null, edits: null, folds: [] } as const
      await fails('stale', store.entries.append(id, [edited]))
      equal((await store.entries.append(id, [{ ...edited, base: head.compaction }])).conversation.head.compaction, 'k')
    },
  },
  {
    name: 'moving the head keeps everything, and what is written then is a fork',
    run: async ({ store }) => {
      const { id, head } = await talk(store, 4)
      const back = await store.branches.move(id, { line: 1, depth: 2 })
      deepEqual([back.head.entry, back.totals.messages, back.preview?.text], ['m2', 2, 'word2'])
      await store.entries.append(id, [said('user', 'other way', 'o')])
      equal(await texts(store, id), 'word1 word2 other way')
      await store.branches.move(id, head)
      equal(await texts(store, id), 'word1 word2 word3 word4')
      await fails('not-found', store.branches.move(id, { line: 1, depth: 5 }))
      await fails('not-found', store.branches.move(id, { line: 9, depth: 1 }))
      await fails('not-found', store.branches.move(id, { line: 1, depth: -1 }))
    },
  },
  {
    name: 'a fork is a line of its own, even from the newest entry',
    run: async ({ store }) => {
      const { id, head } = await talk(store, 2)
      const forked = await store.branches.fork(id, head)
      deepEqual([forked.head.line, forked.head.depth, forked.head.entry], [2, 2, 'm2'])
      await store.entries.append(id, [said('user', 'on the fork')])
      await store.branches.move(id, { line: 1, depth: 2 })
      equal(await texts(store, id), 'word1 word2')
      equal((await store.branches.list(id)).length, 2)
    },
  },
  {
    name: 'a fork taken before a compaction has no trace of it (V9)',
    run: async ({ store }) => {
      const { id } = await compact(store, await talk(store, 6), 4)
      const back = await store.branches.fork(id, { line: 1, depth: 5 })
      deepEqual([back.head.compaction, back.head.undone], [null, null])
      equal(await texts(store, id), 'word1 word2 word3 word4 word5')
    },
  },
  {
    name: 'forks of forks of forks read like any branch',
    run: async ({ store }) => {
      const { id } = await talk(store, 3)
      let after = 'm3'
      for (let at = 1; at <= 20; at++) {
        await store.entries.append(id, [said('user', `f${at}`, `f${at}`), said('assistant', `g${at}`, `g${at}`)], {
          after,
        })
        after = `f${at}`
      }
      const all = (await gather(store.entries.walk(id))).map(({ entry }) => entry)
      deepEqual(
        all.map(({ depth }) => depth),
        all.map((_, at) => at + 1),
      )
      deepEqual(
        all.map(({ id: each }) => each),
        ['m1', 'm2', 'm3', ...Array.from({ length: 20 }, (_, at) => `f${at + 1}`), 'g20'],
      )
      equal((await store.branches.list(id)).length, 20)
      const { entries } = await store.entries.page(id, { limit: 3, before: { depth: 10 } })
      deepEqual(
        entries.map(({ entry }) => entry.id),
        ['f4', 'f5', 'f6'],
      )
      ok((await store.conversations.get(id)).totals.messages === 24)
    },
  },
]
