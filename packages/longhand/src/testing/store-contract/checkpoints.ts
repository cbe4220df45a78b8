import { deepEqual, equal, ok } from 'node:assert/strict'
import { compact, day, fails, type StoreRule, said, talk } from './room.ts'

export const checkpointRules: readonly StoreRule[] = [
  {
    name: 'a checkpoint names a place: label, tags, time, model, tokens, compaction version (K1 K3)',
    run: async ({ store }) => {
      const { id } = await compact(store, await talk(store, 6), 4)
      await store.conversations.update(id, { model: 'a/model' })
      const saved = await store.checkpoints.create(id, { label: 'Before the rewrite', tags: ['code'], used: 123 })
      const { at, ...rest } = saved
      deepEqual(rest, {
        id: '2',
        label: 'Before the rewrite',
        tags: ['code'],
        kind: 'manual',
        place: { line: 1, depth: 7 },
        number: 6,
        model: 'a/model',
        used: 123,
        compaction: 1,
      })
      ok(at > 0)
      deepEqual(
        (await store.checkpoints.list(id)).map(({ label }) => label),
        ['Before the rewrite', 'Before condensing 1'],
      )
      const renamed = await store.checkpoints.update(id, '2', { label: 'After lunch' })
      deepEqual(renamed, { ...saved, label: 'After lunch' })
      await store.checkpoints.remove(id, '2')
      await fails('not-found', store.checkpoints.update(id, '2', {}))
      await fails('not-found', store.checkpoints.remove(id, '2'))
      equal((await store.checkpoints.create(id, { label: 'next' })).id, '3')
    },
  },
  {
    name: 'restoring returns exactly that state, and can itself be taken back (K4)',
    run: async ({ store }) => {
      const { id } = await compact(store, await talk(store, 6), 4)
      const there = await store.entries.branch(id)
      const { id: checkpoint } = await store.checkpoints.create(id, { label: 'there' })
      await store.entries.append(id, [
        said('user', 'later'),
        { type: 'undo', id: 'u', compaction: there.conversation.head.compaction! },
      ])
      const later = await store.entries.branch(id)
      const { conversation, before } = await store.checkpoints.restore(id, checkpoint)
      const restored = await store.entries.branch(id)
      deepEqual(restored.branch, there.branch)
      deepEqual(
        [conversation.head, conversation.totals, conversation.preview],
        [there.conversation.head, there.conversation.totals, there.conversation.preview],
      )
      deepEqual([before.kind, before.label], ['before-restore', 'Before restoring there'])
      await store.checkpoints.restore(id, before.id)
      deepEqual((await store.entries.branch(id)).branch, later.branch)
      await fails('not-found', store.checkpoints.restore(id, '99'))
    },
  },
  {
    name: 'undo and redo bring back the view before and after, and a compaction takes redo away (C15)',
    run: async ({ store }) => {
      const plain = await talk(store, 8)
      const first = await compact(store, plain, 4)
      const second = await compact(store, first, 6)
      const entry = (type: 'undo' | 'redo', compaction: string) =>
        ({ type, id: `${type}-${Math.random()}`, compaction }) as const
      const does = async (type: 'undo' | 'redo', compaction: string) =>
        (await store.entries.append(plain.id, [entry(type, compaction)])).conversation.head
      const [one, two] = [first.head.compaction!, second.head.compaction!]
      const state = ({ compaction, undone }: { compaction: string | null; undone: string | null }) => [
        compaction,
        undone,
      ]
      deepEqual(state(await does('undo', two)), [one, two])
      deepEqual(state(await does('undo', one)), [null, one])
      deepEqual(state(await does('redo', two)), [null, one])
      deepEqual(state(await does('redo', one)), [one, two])
      deepEqual(state(await does('redo', two)), [two, null])
      deepEqual(state(await does('undo', one)), [two, null])
      deepEqual(state(await does('undo', two)), [one, two])
      const third = await compact(store, await store.conversations.get(plain.id), 6)
      deepEqual(state(third.head), [third.head.compaction, null])
      deepEqual(state(await does('redo', two)), [third.head.compaction, null])
      ok((await store.checkpoints.list(plain.id)).some(({ label }) => label === 'Before undo'))
    },
  },
  {
    name: 'at most 50 stay: automatic ones go first, the oldest of them before the others (K5)',
    run: async ({ store }) => {
      const { id } = await talk(store, 1)
      for (let at = 1; at <= 30; at++) await store.checkpoints.create(id, { label: `manual ${at}` })
      for (let at = 1; at <= 25; at++) await store.checkpoints.create(id, { label: `auto ${at}`, kind: 'automatic' })
      const labels = (await store.checkpoints.list(id)).map(({ label }) => label)
      equal(labels.length, 50)
      deepEqual([labels[0], labels[19], labels[20], labels[49]], ['auto 25', 'auto 6', 'manual 30', 'manual 1'])
      for (let at = 31; at <= 60; at++) await store.checkpoints.create(id, { label: `manual ${at}` })
      const full = (await store.checkpoints.list(id)).map(({ label }) => label)
      deepEqual([full.length, full[0], full[49]], [50, 'manual 60', 'manual 11'])
      await store.checkpoints.restore(id, (await store.checkpoints.list(id)).at(-1)!.id)
      equal((await store.checkpoints.list(id))[0]!.kind, 'before-restore')
      equal((await store.conversations.get(id)).checkpoints, 50)
    },
  },
  {
    name: 'after 30 days the name goes, at the next one or in a sweep; the messages stay (K5)',
    run: async ({ store, storage, pass }) => {
      const { id } = await talk(store, 2)
      const other = await talk(store, 1)
      await store.checkpoints.create(id, { label: 'old' })
      await store.checkpoints.create(other.id, { label: 'idle' })
      await pass(29 * day)
      await store.checkpoints.create(id, { label: 'new' })
      equal((await store.checkpoints.list(id)).length, 2)
      await pass(2 * day)
      await store.checkpoints.create(id, { label: 'newer' })
      deepEqual(
        (await store.checkpoints.list(id)).map(({ label }) => label),
        ['newer', 'new'],
      )
      ok((await storage.maintenance.sweep()).checkpoints >= 1)
      deepEqual(await store.checkpoints.list(other.id), [])
      equal((await store.conversations.get(id)).totals.messages, 2)
    },
  },
]
