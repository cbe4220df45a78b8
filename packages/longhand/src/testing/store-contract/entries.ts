import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type Branch, messagesOf } from '../../core/branch.ts'
import { LonghandError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { shorten } from '../../core/layout.ts'
import { view } from '../../core/view.ts'
import type { Store } from '../../engine/ports/store.ts'
import type { StoredEntry } from '../../engine/ports/store-entries.ts'
import { branches, histories } from '../history.ts'
import { entryOf, fails, gather, newConversation, type StoreRule, said, talk } from './room.ts'

export const entryRules: readonly StoreRule[] = [
  {
    name: 'appended entries get their place, and stay byte for byte what was sent',
    run: async ({ store }) => {
      const { id } = await newConversation(store)
      const message = {
        role: 'user',
        parts: [{ type: 'text', text: 'hello', provider: { zeta: 1, alpha: 2 } }],
      } as const
      const { outcome, entries, conversation } = await store.entries.append(id, [
        { ...entryOf(message, 'm1'), about: { model: 'x' } },
      ])
      equal(outcome, 'appended')
      deepEqual(entries[0]!.entry, { type: 'message', id: 'm1', depth: 1, number: 1, count: 1, message })
      deepEqual(conversation.head, { line: 1, depth: 1, entry: 'm1', compaction: null, undone: null })
      const { branch } = await store.entries.branch(id)
      equal(JSON.stringify(messagesOf(branch)[0]!.message), JSON.stringify(message))
      deepEqual((await store.entries.page(id, { limit: 1 })).entries, entries)
      deepEqual(entries[0]!.about, { model: 'x' })
    },
  },
  {
    name: 'any text comes back as it was sent: NUL, half surrogates, walls of signs (F6)',
    run: async ({ store }) => {
      const { id } = await newConversation(store)
      const text = fc.string({
        unit: fc.oneof(
          fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)),
          fc.constantFrom('\u0000', '\ud800', '\udfff', '\u001a', '\\', '"', '😀'),
        ),
      })
      await fc.assert(
        fc.asyncProperty(text, fc.jsonValue(), async (said, value) => {
          const input = { [said]: value as Json, said }
          const message = {
            role: 'assistant',
            parts: [
              { type: 'text', text: said },
              { type: 'tool-call', callId: said, name: said, input },
            ],
          } as const
          const {
            entries: [added],
          } = await store.entries.append(id, [{ ...entryOf(message), about: said }])
          const [found] = await store.entries.find(id, [added!.entry.id])
          equal(JSON.stringify(messageOf(found!)), JSON.stringify(message))
          deepEqual(found!.about, said)
          const titled = await store.conversations.update(id, { title: said, settings: said })
          deepEqual([titled.title, titled.settings], [said, said])
          const checkpoint = await store.checkpoints.create(id, { label: said, tags: [said] })
          deepEqual([checkpoint.label, checkpoint.tags], [said, [said]])
          await store.memories.put(id, said)
          equal((await store.memories.get(id))!.text, said)
          await store.breakers.put(said, said)
          equal(await store.breakers.get(said), said)
        }),
        { numRuns: 40 },
      )
    },
  },
  {
    name: 'sending the same id again never writes twice; another body under it is a conflict (H5)',
    run: async ({ store }) => {
      const { id } = await talk(store, 1)
      const sent = [said('user', 'once', 'same'), said('assistant', 'twice', 'too')]
      const first = await store.entries.append(id, sent)
      await store.entries.append(id, [said('user', 'later')])
      const again = await store.entries.append(id, sent)
      equal(again.outcome, 'repeated')
      deepEqual(again.entries, first.entries)
      equal(again.conversation.totals.messages, 4)
      await fails('conflict', store.entries.append(id, [said('user', 'other', 'same')]))
      await fails('conflict', store.entries.append(id, [said('user', 'new'), said('user', 'once', 'same')]))
      await fails('conflict', store.entries.append(id, [said('user', 'a', 'twin'), said('user', 'b', 'twin')]))
      equal((await store.conversations.get(id)).totals.messages, 4)
    },
  },
  {
    name: 'fifty at once with one id are one entry; fifty with their own are fifty, without a gap',
    run: async ({ store }) => {
      const { id } = await newConversation(store)
      await Promise.all(Array.from({ length: 50 }, () => store.entries.append(id, [said('user', 'same', 'same')])))
      await Promise.all(
        Array.from({ length: 50 }, (_, at) => store.entries.append(id, [said('user', `own ${at}`, `own${at}`)])),
      )
      const all = await gather(store.entries.walk(id))
      deepEqual(
        all.map(({ entry }) => entry.depth),
        Array.from({ length: 51 }, (_, at) => at + 1),
      )
      equal(new Set(all.map(({ entry }) => entry.id)).size, 51)
      equal((await store.conversations.get(id)).totals.tokens, 510)
    },
  },
  {
    name: 'the stored branch shows the same view as the whole branch, for any history (V2 V4 V5 C15 P2)',
    run: async ({ store }) => {
      await fc.assert(
        fc.asyncProperty(histories(40), async history => {
          const whole = branches(history).at(-1) ?? []
          const id = await keep(store, whole)
          const { branch, conversation } = await store.entries.branch(id)
          deepEqual(branch, shorten(whole))
          deepEqual(view(branch), view(whole))
          deepEqual(
            (await gather(store.entries.walk(id))).map(({ entry }) => entry),
            whole,
          )
          equal(conversation.head.depth, whole.length)
        }),
        { numRuns: 60 },
      )
    },
  },
  {
    name: 'any earlier place shows the view it had then (K4 V9)',
    run: async ({ store }) => {
      await fc.assert(
        fc.asyncProperty(histories(30), fc.nat(), async (history, pick) => {
          const all = branches(history)
          const id = await keep(store, all.at(-1) ?? [])
          const then = all[pick % all.length]!
          fc.pre(then.length > 0)
          const { branch } = await store.entries.branch(id, { line: 1, depth: then.length })
          deepEqual(branch, shorten(then))
        }),
        { numRuns: 40 },
      )
    },
  },
  {
    name: 'a page of history is found by depth or by message number, from either side',
    run: async ({ store }) => {
      const { id, head } = await talk(store, 9)
      await store.entries.append(id, [{ type: 'protection', id: 'p', span: { from: 3, to: 3 }, action: 'protect' }])
      await store.entries.append(id, [said('user', 'word10', 'm10')])
      const ids = async (page: Parameters<Store['entries']['page']>[1]) => {
        const { entries, more } = await store.entries.page(id, page)
        return `${entries.map(({ entry }) => entry.id).join(' ')}${more ? ' …' : ''}`
      }
      equal(await ids({ limit: 3 }), 'm9 p m10 …')
      equal(await ids({ limit: 3, before: { depth: 4 } }), 'm1 m2 m3')
      equal(await ids({ limit: 3, before: { number: 10 } }), 'm8 m9 p …')
      equal(await ids({ limit: 3, after: { depth: 0 } }), 'm1 m2 m3 …')
      equal(await ids({ limit: 3, after: { number: 9 } }), 'p m10')
      equal(await ids({ limit: 2, after: { depth: 2 }, before: { depth: 6 } }), 'm3 m4 …')
      equal(await ids({ limit: 9, after: { depth: 2 }, before: { depth: 6 } }), 'm3 m4 m5')
      equal(await ids({ limit: 3, before: { depth: 1 } }), '')
      equal(await ids({ limit: 3, after: { depth: 11 } }), '')
      equal(await ids({ limit: 3, after: { number: 99 } }), '')
      equal(await ids({ limit: 2, at: { line: head.line, depth: 4 } }), 'm3 m4 …')
    },
  },
  {
    name: 'totals of any span are messages, turns and tokens of it',
    run: async ({ store }) => {
      const { id } = await talk(store, 6)
      deepEqual(await store.entries.totals(id, { from: 1, to: 6 }), { messages: 6, turns: 3, tokens: 60 })
      deepEqual(await store.entries.totals(id, { from: 2, to: 4 }), { messages: 3, turns: 1, tokens: 30 })
      deepEqual(await store.entries.totals(id, { from: 5, to: 99 }), { messages: 2, turns: 1, tokens: 20 })
      deepEqual(await store.entries.totals(id, { from: 9, to: 12 }), { messages: 0, turns: 0, tokens: 0 })
    },
  },
  {
    name: 'search finds what people, models and tools said, newest first, in one conversation or in all',
    run: async ({ store, pass }) => {
      const a = await talk(store, 2)
      const b = await talk(store, 1)
      const output = { path: 'src/lighthouse.ts', lines: ['export const beam = 1'] }
      await store.entries.append(a.id, [
        entryOf(
          { role: 'tool', parts: [{ type: 'tool-result', callId: 'c', name: 'read', outcome: 'ok', output }] },
          'tool',
        ),
      ])
      await pass(1000)
      await store.entries.append(b.id, [said('assistant', 'The beam is bright', 'bright')])
      deepEqual(
        (await store.entries.search('beam')).map(({ entry }) => entry),
        ['bright', 'tool'],
      )
      const [hit] = await store.entries.search('beam', { conversation: b.id })
      deepEqual(
        { ...hit, at: 0 },
        {
          conversation: b.id,
          title: null,
          entry: 'bright',
          place: { line: 1, depth: 2 },
          number: 2,
          role: 'assistant',
          preview: 'The beam is bright',
          at: 0,
          message: { role: 'assistant', parts: [{ type: 'text', text: 'The beam is bright' }] },
        },
      )
      await store.entries.append(b.id, [said('user', '<button onclick="shine()">Go</button>', 'tag')])
      deepEqual(
        (await store.entries.search('onclick')).map(({ entry }) => entry),
        ['tag'],
      )
      await store.entries.append(b.id, [said('user', 'See https://example.org/db/004_append-only.sql', 'path')])
      for (const words of ['append-only', 'append only', '004_app', 'db/004_append-only.sql', 'example.org/d']) {
        deepEqual(
          (await store.entries.search(words)).map(({ entry }) => entry),
          ['path'],
        )
      }
      await store.entries.append(b.id, [said('user', `A lighthouse ${'far away '.repeat(5_000)}`, 'long')])
      deepEqual(
        (await store.entries.search('lighthouse far')).map(({ entry, message }) => [entry, message]),
        [['long', null]],
      )
      deepEqual(await store.entries.search('beam', { limit: 1 }).then(hits => hits.length), 1)
      deepEqual(await store.entries.search(''), [])
      deepEqual(await store.entries.search('!!! ((( \u0000'), [])
    },
  },
  {
    name: 'found entries come in the order asked for, wherever in the tree they are',
    run: async ({ store }) => {
      const { id } = await talk(store, 3)
      await store.entries.append(id, [said('user', 'elsewhere', 'e')], { after: 'm1' })
      deepEqual(
        (await store.entries.find(id, ['m3', 'nobody', 'e', 'm1'])).map(({ entry }) => entry.id),
        ['m3', 'e', 'm1'],
      )
    },
  },
  {
    name: 'bad entries are refused whole, and say why (F6)',
    run: async ({ store }) => {
      const { id } = await newConversation(store)
      const nested = (levels: number): Json => Array.from({ length: levels }).reduce<Json>(inside => [inside], null)
      const deep = entryOf({ role: 'user', parts: [{ type: 'opaque', kind: 'x', value: nested(10_000) }] })
      await fails('too-large', store.entries.append(id, [said('user', 'fine'), deep]))
      for (const bad of ['', ' ', 'a b', '\u0000', 'x'.repeat(300)]) {
        await fails('bad-entry', store.entries.append(id, [said('user', 'fine'), said('user', 'bad', bad)]))
      }
      await fails('bad-entry', store.entries.append(id, []))
      await fails('not-found', store.entries.append(id, [said('user', 'lost')], { after: 'nobody' }))
      equal((await store.conversations.get(id)).totals.messages, 0)
      const large = 'x'.repeat(10_000_000)
      await store.entries.append(id, [said('user', large, 'large')])
      const [found] = await store.entries.find(id, ['large'])
      ok(JSON.stringify(found).includes(large))
    },
  },
  {
    name: 'a change is told to whoever listens, with its version and without its words (W6 D4)',
    run: async ({ storage, store }) => {
      const { id } = await newConversation(store)
      const heard = Promise.withResolvers<unknown>()
      const end = storage.subscribe(notice => {
        if (notice.type === 'changed' && notice.conversation === id && notice.topic === 'entries') heard.resolve(notice)
      })
      const { conversation } = await store.entries.append(id, [said('user', 'a secret')])
      const notice = await Promise.race([heard.promise, late(3_000)])
      equal((notice as { version: number }).version, conversation.version)
      ok(!JSON.stringify(notice).includes('secret'))
      end()
    },
  },
]

/** Stores a branch a few entries at a time. */
async function keep(store: Store, branch: Branch): Promise<string> {
  const { id } = await store.conversations.create({ id: randomUUID() })
  const drafts = branch.map(({ depth, ...draft }) => draft)
  for (let at = 0; at < drafts.length; at += 7) await store.entries.append(id, drafts.slice(at, at + 7))
  return id
}

const messageOf = ({ entry }: StoredEntry) => (entry.type === 'message' ? entry.message : null)

const late = (ms: number): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new LonghandError('timed-out', 'Nothing was heard.')), ms).unref())
