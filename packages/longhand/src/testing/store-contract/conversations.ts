import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { compact, day, fails, gather, newConversation, type StoreRule, said, talk } from './room.ts'

export const conversationRules: readonly StoreRule[] = [
  {
    name: 'a conversation comes back as it was made, and making it again changes nothing',
    run: async ({ store }) => {
      const wanted = {
        id: randomUUID(),
        title: 'A title',
        model: 'a/model',
        settings: { zeta: 1, alpha: [null, true] },
      }
      const made = await store.conversations.create(wanted)
      deepEqual(
        { id: made.id, title: made.title, model: made.model, settings: made.settings },
        { id: wanted.id, title: wanted.title, model: wanted.model, settings: wanted.settings },
      )
      equal(JSON.stringify(made.settings), JSON.stringify(wanted.settings))
      deepEqual(made.head, { line: 0, depth: 0, entry: null, compaction: null, undone: null })
      deepEqual(await store.conversations.create({ ...wanted, title: 'Another' }), made)
      deepEqual(await store.conversations.get(wanted.id), made)
    },
  },
  {
    name: 'what is pinned is listed by itself, however old it is (K9)',
    run: async ({ store }) => {
      const pinned = await store.conversations.create({ id: randomUUID(), settings: { pinned: true } })
      await store.conversations.create({ id: randomUUID(), settings: { pinned: false } })
      await store.conversations.create({ id: randomUUID() })
      const { conversations } = await store.conversations.list({ pinned: 'only' })
      deepEqual(
        conversations.map(({ id }) => id),
        [pinned.id],
      )
    },
  },
  {
    name: 'the list shows title, newest words, time, counts and tokens, newest first, in pages (K9)',
    run: async ({ store, pass }) => {
      const first = await talk(store, 3)
      const second = await talk(store, 4)
      await store.checkpoints.create(first.id, { label: 'here' })
      const { conversations, next } = await store.conversations.list({ limit: 1 })
      equal(conversations.length, 1)
      deepEqual(conversations[0], await store.conversations.get(conversations[0]!.id))
      const rest = await store.conversations.list({ limit: 1, from: next! })
      deepEqual([conversations[0]!.id, rest.conversations[0]!.id].toSorted(), [first.id, second.id].toSorted())
      equal(rest.next, null)
      const shown = await store.conversations.get(first.id)
      equal(shown.checkpoints, 1)
      deepEqual(shown.totals, { messages: 3, turns: 2, tokens: 30 })
      deepEqual(shown.preview, { role: 'user', text: 'word3' })
      await store.entries.append(first.id, [said('user', 'long '.repeat(40))])
      match((await store.conversations.get(first.id)).preview!.text, /^(?:long )+long…$/)
      await pass(1)
      await store.entries.append(second.id, [said('user', 'again')])
      equal((await store.conversations.list({})).conversations[0]!.id, second.id)
    },
  },
  {
    name: 'a name, a pin, a checkpoint, a compaction and a way back from deletion leave a conversation in its place (K9)',
    run: async ({ store, pass }) => {
      const old = await talk(store, 4)
      await pass(day)
      const young = await talk(store, 2)
      const { updatedAt } = await store.conversations.get(old.id)
      await store.conversations.update(old.id, { title: 'Another name', settings: { pinned: true } })
      await store.checkpoints.create(old.id, { label: 'here' })
      await compact(store, await store.conversations.get(old.id), 3)
      await store.branches.move(old.id, { line: 1, depth: 2 })
      await store.conversations.delete(old.id)
      equal((await store.conversations.undelete(old.id)).updatedAt, updatedAt)
      const order = async () => (await store.conversations.list({})).conversations.map(({ id }) => id)
      deepEqual(await order(), [young.id, old.id])
      await pass(1)
      await store.entries.append(old.id, [said('user', 'again')])
      deepEqual(await order(), [old.id, young.id])
    },
  },
  {
    name: 'a search finds titles, memories and messages, while the last word is being typed',
    run: async ({ store, stranger }) => {
      const titled = await newConversation(store, 'Harbour plans')
      const spoken = await talk(store, 2)
      await store.entries.append(spoken.id, [said('user', 'The harbour needs a lighthouse')])
      const remembered = await newConversation(store)
      await store.memories.put(remembered.id, 'They built the harbour wall')
      await newConversation(stranger, 'Harbour of someone else')
      const found = async (search: string) =>
        (await store.conversations.list({ search })).conversations.map(({ id }) => id).toSorted()
      deepEqual(await found('harbour'), [titled.id, spoken.id, remembered.id].toSorted())
      deepEqual(await found('harbour light'), [spoken.id])
      deepEqual(await found('submarine'), [])
    },
  },
  {
    name: 'a change raises the version and leaves the rest; a noted status raises nothing',
    run: async ({ store }) => {
      const made = await newConversation(store, 'Old')
      const changed = await store.conversations.update(made.id, { title: 'New', settings: { keep: 6 } })
      deepEqual([changed.title, changed.settings, changed.model], ['New', { keep: 6 }, null])
      ok(changed.version > made.version)
      const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: 120, attachments: 0 }
      const status = {
        used: 120,
        window: 1000,
        reserved: 0,
        available: 880,
        share: 0.12,
        level: 'green',
        source: 'estimated',
        breakdown,
      } as const
      await store.conversations.note(made.id, status)
      deepEqual(await store.conversations.get(made.id), { ...changed, status })
    },
  },
  {
    name: 'a title takes the place of the one it was meant for, and of no other, however close they come (W23)',
    run: async ({ store }) => {
      const { id } = await newConversation(store, 'First words \u0000')
      const renamed = await store.conversations.update(id, { title: 'Mine' })
      const late = await store.conversations.update(id, { title: 'Theirs', ifTitle: 'First words \u0000' })
      deepEqual([late.title, late.version], ['Mine', renamed.version])
      equal((await store.conversations.update(id, { title: 'Theirs', ifTitle: 'Mine' })).title, 'Theirs')
      const changes = ['A', 'B', 'C'].map(title => store.conversations.update(id, { title, ifTitle: 'Theirs' }))
      const titles = new Set((await Promise.all(changes)).map(({ title }) => title))
      equal(titles.size, 1)
    },
  },
  {
    name: 'a deleted conversation is hidden, comes back when asked, and is purged 30 days later',
    run: async ({ store, storage, pass }) => {
      const { id } = await talk(store, 2)
      await store.conversations.delete(id)
      await fails('not-found', store.conversations.get(id))
      await fails('not-found', store.entries.append(id, [said('user', 'hello')]))
      deepEqual((await store.conversations.list({})).conversations, [])
      deepEqual(await store.entries.search('word1'), [])
      equal((await store.conversations.list({ deleted: 'only' })).conversations[0]!.id, id)
      equal((await store.conversations.undelete(id)).totals.messages, 2)
      await store.conversations.delete(id)
      await storage.maintenance.sweep()
      equal((await store.conversations.list({ deleted: 'only' })).conversations.length, 1)
      await pass(31 * day)
      ok((await storage.maintenance.sweep()).conversations >= 1)
      equal((await store.conversations.list({ deleted: 'only' })).conversations.length, 0)
    },
  },
  {
    name: 'purging removes every trace at once',
    run: async ({ store }) => {
      const { id } = await talk(store, 2)
      await store.memories.put(id, 'word1')
      await store.checkpoints.create(id, { label: 'here' })
      await store.conversations.purge(id)
      await fails('not-found', store.conversations.get(id))
      deepEqual(await store.entries.search('word1'), [])
      deepEqual(await store.memories.search('word1'), [])
      await fails('not-found', store.conversations.purge(id))
      equal((await store.conversations.create({ id })).totals.messages, 0)
    },
  },
  {
    name: 'what belongs to someone else is not there',
    run: async ({ store, stranger }) => {
      const { id } = await talk(store, 2)
      const spied: readonly (() => Promise<unknown>)[] = [
        () => stranger.conversations.get(id),
        () => stranger.conversations.update(id, { title: 'Mine' }),
        () => stranger.conversations.delete(id),
        () => stranger.conversations.undelete(id),
        () => stranger.conversations.purge(id),
        () => stranger.conversations.create({ id }),
        () => stranger.entries.append(id, [said('user', 'hello')]),
        () => stranger.entries.branch(id),
        () => stranger.entries.page(id, { limit: 10 }),
        () => stranger.entries.find(id, ['m1']),
        () => stranger.branches.move(id, { line: 1, depth: 1 }),
        () => stranger.checkpoints.create(id, { label: 'mine' }),
        () => stranger.compactions.cancel(id),
        () => stranger.turns.latest(id),
        () => stranger.memories.put(id, 'mine'),
        () => stranger.runs.attach({ id: 'run', conversation: id, client: 'web' }),
        () => gather(stranger.export([id])),
      ]
      for (const spy of spied) await fails('not-found', spy())
      deepEqual(await stranger.entries.search('word1'), [])
      deepEqual((await stranger.conversations.list({})).conversations, [])
      equal((await store.conversations.get(id)).version, 2)
    },
  },
  {
    name: 'an id that cannot be one names nothing (F6)',
    run: async ({ store }) => {
      for (const id of ['', 'nonsense', "'; drop table entries; --", '\u0000', 'x'.repeat(10_000)]) {
        await fails('not-found', store.conversations.get(id))
      }
      await fails('bad-request', store.conversations.list({ from: 'nonsense' }))
      const { id } = await newConversation(store)
      await fails('not-found', store.checkpoints.restore(id, 'nonsense'))
      await fails('not-found', store.compactions.get(id, 'nonsense'))
    },
  },
]
