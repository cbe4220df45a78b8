import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { day, fails, newConversation, type StoreRule, talk } from './room.ts'

export const libraryRules: readonly StoreRule[] = [
  {
    name: 'a project has its officer, and its conversations die with it; all others stay (D2)',
    run: async ({ store, stranger, storage, pass }) => {
      const wanted = { id: randomUUID(), name: 'Lighthouse', officer: randomUUID() }
      const project = await store.projects.create(wanted)
      deepEqual({ ...project, createdAt: 0 }, { ...wanted, conversations: 0, createdAt: 0 })
      deepEqual(await store.projects.create(wanted), project)
      const officer = await store.conversations.get(wanted.officer)
      deepEqual([officer.kind, officer.project, officer.title], ['officer', wanted.id, 'Lighthouse'])
      const inside = await store.conversations.create({ id: randomUUID(), project: wanted.id })
      const moved = await newConversation(store)
      const outside = await newConversation(store)
      await store.conversations.update(moved.id, { project: wanted.id })
      deepEqual(
        (await store.projects.list()).map(({ conversations }) => conversations),
        [2],
      )
      const listed = async (project: string | null) =>
        (await store.conversations.list({ project })).conversations.map(({ id }) => id).toSorted()
      deepEqual(await listed(wanted.id), [wanted.officer, inside.id, moved.id].toSorted())
      deepEqual(await listed(null), [outside.id])
      equal((await store.projects.rename(wanted.id, 'Beacon')).name, 'Beacon')
      await fails('not-found', stranger.projects.rename(wanted.id, 'Mine'))
      await fails('not-found', stranger.conversations.create({ id: randomUUID(), project: wanted.id }))
      deepEqual(await stranger.projects.list(), [])
      await fails('not-allowed', store.conversations.delete(wanted.officer))
      await fails('not-allowed', store.conversations.purge(wanted.officer))
      await fails('not-allowed', store.conversations.update(wanted.officer, { project: null }))
      await store.conversations.update(wanted.officer, { title: 'Keeper' })
      await store.memories.put(inside.id, 'The lamp is lit at dusk')
      equal((await store.memories.search('lamp', { project: wanted.id })).length, 1)
      await store.projects.delete(wanted.id)
      deepEqual([await store.memories.search('lamp'), await store.memories.list()], [[], []])
      deepEqual(await store.projects.list(), [])
      for (const { id } of [officer, inside, moved]) await fails('not-found', store.conversations.get(id))
      await fails('not-found', store.conversations.undelete(inside.id))
      ok(await store.conversations.get(outside.id))
      await pass(31 * day)
      await storage.maintenance.sweep()
      equal((await store.conversations.list({ deleted: 'only' })).conversations.length, 0)
      ok(await store.conversations.get(outside.id))
    },
  },
  {
    name: 'a project has files: added, replaced, listed by name, deleted, and gone with it; nobody else has them (W26)',
    run: async ({ store, stranger, storage, pass }) => {
      const { id } = await store.projects.create({ id: randomUUID(), name: 'Boats', officer: randomUUID() })
      const other = await store.projects.create({ id: randomUUID(), name: 'Cars', officer: randomUUID() })
      deepEqual(await store.projects.files(id), [])
      const odd = { name: 'b\u0000 \ud800.txt', text: 'Odd \u0000 \ud800 text', tokens: 4 }
      await store.projects.putFile(id, odd)
      await store.projects.putFile(id, { name: 'a.md', text: 'Oak', tokens: 1 })
      await store.projects.putFile(id, { name: 'a.md', text: 'Pine', tokens: 2 })
      const files = async () => (await store.projects.files(id)).map(({ at, ...file }) => file)
      deepEqual(await files(), [{ name: 'a.md', text: 'Pine', tokens: 2 }, odd])
      deepEqual(await store.projects.files(other.id), [])
      await fails('not-found', stranger.projects.files(id))
      await fails('not-found', stranger.projects.putFile(id, odd))
      await fails('not-found', stranger.projects.deleteFile(id, 'a.md'))
      await store.projects.deleteFile(id, odd.name)
      await store.projects.deleteFile(id, odd.name)
      deepEqual(await files(), [{ name: 'a.md', text: 'Pine', tokens: 2 }])
      await store.projects.delete(id)
      await fails('not-found', store.projects.files(id))
      await pass(31 * day)
      await storage.maintenance.sweep()
      await fails('not-found', store.projects.files(id))
    },
  },
  {
    name: 'a memory is one per conversation, found by its words, and goes with it (D3)',
    run: async ({ store, stranger }) => {
      const a = await newConversation(store, 'About boats')
      const b = await newConversation(store)
      equal(await store.memories.get(a.id), null)
      await store.memories.put(a.id, 'They chose oak for the hull')
      await store.memories.put(a.id, 'They chose pine for the hull')
      await store.memories.put(b.id, 'The mast is of pine, pine and pine')
      const found = async (words: string) =>
        (await store.memories.search(words)).map(({ conversation }) => conversation).toSorted()
      deepEqual(await found('pine'), [a.id, b.id].toSorted())
      deepEqual(await found('oak'), [])
      deepEqual(await found('hul'), [a.id])
      const memory = (await store.memories.get(a.id))!
      deepEqual([memory.title, memory.project, memory.text], ['About boats', null, 'They chose pine for the hull'])
      deepEqual(await stranger.memories.search('pine'), [])
      await store.conversations.delete(a.id)
      deepEqual(await found('hull'), [])
    },
  },
  {
    name: 'memories are listed, newest first, and can be forgotten (D3)',
    run: async ({ store, stranger, pass }) => {
      const project = await store.projects.create({ id: randomUUID(), name: 'Boats', officer: randomUUID() })
      const [a, b] = [await newConversation(store, 'Hull'), await newConversation(store, 'Mast')]
      await store.conversations.update(b.id, { project: project.id })
      for (const { id, title } of [a, b]) {
        await store.memories.put(id, `About the ${title}`)
        await pass(1_000)
      }
      const listed = async (query = {}) => (await store.memories.list(query)).map(({ title }) => title)
      deepEqual(await listed(), ['Mast', 'Hull'])
      deepEqual(await listed({ limit: 1 }), ['Mast'])
      deepEqual(await listed({ project: project.id }), ['Mast'])
      deepEqual(await stranger.memories.list(), [])
      await fails('not-found', stranger.memories.delete(b.id))
      await store.memories.delete(b.id)
      await store.memories.delete(b.id)
      deepEqual(await listed(), ['Hull'])
      equal(await store.memories.get(b.id), null)
      ok(await store.conversations.get(b.id))
    },
  },
  {
    name: 'states outlive the process, by name and by owner',
    run: async ({ store, stranger }) => {
      equal(await store.calibrations.get('a/model'), null)
      await store.calibrations.put('a/model', { ratio: 1.16, seen: [1, 2] })
      await store.calibrations.put('a/model', { ratio: 1.17, seen: [3] })
      await store.breakers.put('a/model', { open: true })
      deepEqual(await store.calibrations.get('a/model'), { ratio: 1.17, seen: [3] })
      deepEqual(await store.breakers.get('a/model'), { open: true })
      equal(await stranger.calibrations.get('a/model'), null)
    },
  },
  {
    name: 'what was reported or said late for a conversation is there for every process, and goes with it (D7)',
    run: async ({ store, stranger }) => {
      const [one, other] = [await newConversation(store), await newConversation(store)]
      for (const { id } of [one, other]) {
        await store.reports.put(id, { after: id })
        await store.prose.put(id, { text: id })
      }
      equal(await stranger.reports.get(one.id), null)
      await store.conversations.delete(one.id)
      await store.conversations.purge(one.id)
      deepEqual([await store.reports.get(one.id), await store.prose.get(one.id)], [null, null])
      deepEqual(await store.reports.get(other.id), { after: other.id })
      deepEqual(await store.prose.get(other.id), { text: other.id })
      deepEqual(await store.calibrations.list(), [])
    },
  },
  {
    name: 'what was learnt about models can be listed and forgotten, each owner their own (T3)',
    run: async ({ store, stranger }) => {
      await store.calibrations.put('b/model \u0000', { real: 1 })
      await store.calibrations.put('a/model', { real: 2 })
      await store.breakers.put('a/model', { open: true })
      const names = async () => (await store.calibrations.list()).map(({ name, state }) => [name, state])
      deepEqual(await names(), [
        ['a/model', { real: 2 }],
        ['b/model \u0000', { real: 1 }],
      ])
      deepEqual(await stranger.calibrations.list(), [])
      await stranger.calibrations.delete('a/model')
      await store.calibrations.delete('b/model \u0000')
      await store.calibrations.delete('none')
      deepEqual(await names(), [['a/model', { real: 2 }]])
      await store.calibrations.delete('a/model')
      deepEqual(await store.breakers.get('a/model'), { open: true })
    },
  },
  {
    name: 'a rate is one for all who take from it, each owner their own, and nobody waits for a clock that was set back (H8.10)',
    run: async ({ store, stranger }) => {
      const rate = { name: 'turn', everyMs: 1_000_000, maxAheadMs: 24_000_000, storage: 'not-measured' } as const
      const taken = await Promise.all(Array.from({ length: 50 }, () => store.allowances.take(rate)))
      equal(taken.filter(({ waitMs }) => waitMs === 0).length, 25)
      for (const { waitMs } of taken) ok(waitMs === 0 || (waitMs > 900_000 && waitMs <= 1_000_000))
      equal((await store.allowances.take({ ...rate, name: 'other' })).waitMs, 0)
      equal((await stranger.allowances.take(rate)).waitMs, 0)
      // As far ahead as it is, it counts for no more than this rate can be.
      ok((await store.allowances.take({ ...rate, everyMs: 10, maxAheadMs: 0 })).waitMs <= 10)
    },
  },
  {
    name: 'what an owner stores and spends is told with every slot, and nothing of others (H8.11)',
    run: async ({ store, stranger }) => {
      const rate = { name: 'turn', everyMs: 0, maxAheadMs: 0, storage: 'measured' } as const
      deepEqual(await store.allowances.take(rate), { waitMs: 0, bytes: 0, dollars: 0 })
      const { id } = await talk(store, 3)
      await Promise.all([0.25, 0.5, 1].map(dollars => store.allowances.spend(dollars)))
      const used = await store.allowances.take(rate)
      equal(used.dollars, 1.75)
      ok(used.bytes! > 100)
      await store.conversations.delete(id)
      equal((await store.allowances.take(rate)).bytes, used.bytes)
      await store.conversations.purge(id)
      equal((await store.allowances.take(rate)).bytes, 0)
      deepEqual(await stranger.allowances.take(rate), { waitMs: 0, bytes: 0, dollars: 0 })
      const project = await store.projects.create({ id: randomUUID(), name: 'Boats', officer: randomUUID() })
      await store.projects.putFile(project.id, { name: 'notes.md', text: 'pine é', tokens: 2 })
      equal((await store.allowances.take(rate)).bytes, 7)
      deepEqual(await store.allowances.take({ ...rate, storage: 'not-measured' }), {
        waitMs: 0,
        bytes: null,
        dollars: 1.75,
      })
    },
  },
  {
    name: 'what an owner was answered is known by its names to every process, to nobody else, and for thirty days (H4.12)',
    run: async ({ store, stranger, storage, pass }) => {
      const { answered } = store
      equal(await answered.knows(['one']), false)
      await answered.note(['one', 'two', 'one'])
      await answered.note([])
      deepEqual([await answered.knows(['two', 'one', 'two']), await answered.knows(['one', 'three'])], [true, false])
      equal(await stranger.answered.knows(['one']), false)
      await pass(29 * day)
      await storage.maintenance.sweep()
      await Promise.all([answered.note(['three', 'two']), answered.note(['two', 'three'])])
      equal(await answered.knows(['one', 'two', 'three']), true)
      await pass(2 * day)
      deepEqual([await answered.knows(['one']), await answered.knows(['two', 'three'])], [false, true])
      await storage.maintenance.sweep()
      equal(await answered.knows(['two', 'three']), true)
      await stranger.answered.note(['one'])
      equal(await answered.knows(['one']), false)
    },
  },
  {
    name: 'what each owner stores is known without reading it',
    run: async ({ store, storage, owner }) => {
      const mine = async () => (await storage.maintenance.sizes()).find(size => size.owner === owner)!
      await talk(store, 3)
      const { bytes } = await mine()
      ok(bytes > 100)
      await talk(store, 3)
      const later = await mine()
      equal(later.conversations, 2)
      ok(later.bytes > bytes)
    },
  },
]
