import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import type { Json } from '../../core/json.ts'
import type { Store } from '../../engine/ports/store.ts'
import type { NewEntry } from '../../engine/ports/store-entries.ts'
import { parseHere } from '../../engine/transfer/parse-export-lines.ts'
import { gather, lease, newConversation, type StoreRule, said, talk } from './room.ts'
import { bringIn, linesOf } from './transfer.ts'

/** An answer that its provider knows by an id. */
export const answered = (response: Json, id?: string): NewEntry => ({
  ...said('assistant', 'An answer', id),
  about: { model: 'x', response },
})

/** The entry that is found by a provider's id. */
const foundIn = async (store: Store, response: string): Promise<string | null> =>
  (await store.entries.findByResponse(response))?.stored.entry.id ?? null

export const responseRules: readonly StoreRule[] = [
  {
    name: 'an answer is found by the id that its provider gave it, in any conversation and on any line (D1)',
    run: async ({ store }) => {
      const a = await talk(store, 3)
      const b = await talk(store, 3)
      const alone = await store.entries.append(a.id, [answered('resp_alone')])
      const together = ['resp_1', 'resp_2', 'resp_3'].map(response => answered(response))
      const several = await store.entries.append(b.id, [said('user', 'A question'), ...together])
      const fork = await store.entries.append(b.id, [answered('resp_fork')], { after: 'm1' })
      equal(fork.outcome, 'forked')
      deepEqual(await store.entries.findByResponse('resp_alone'), { conversation: a.id, stored: alone.entries[0] })
      deepEqual(await store.entries.findByResponse('resp_2'), { conversation: b.id, stored: several.entries[2] })
      deepEqual(await store.entries.findByResponse('resp_fork'), { conversation: b.id, stored: fork.entries[0] })
      for (const unknown of ['resp_', 'RESP_1', 'resp_1 ', 'm1', '%']) equal(await foundIn(store, unknown), null)
    },
  },
  {
    name: 'an answer that ends a turn is found by its id, and so is each of its steps',
    run: async ({ store }) => {
      const { id } = await newConversation(store)
      const opening = { type: 'say', entries: [said('user', 'A question', 'u')] } as const
      const start = await store.turns.start(id, { id: 't', opening }, lease)
      ok(start.type === 'started')
      await store.turns.keepStep(start.turn, { entries: [answered('msg_step', 'step')], after: 'u' }, lease)
      await store.turns.finish(start.turn, 'done', { entries: [answered('msg_end', 'end')], after: 'step' })
      deepEqual([await foundIn(store, 'msg_step'), await foundIn(store, 'msg_end')], ['step', 'end'])
    },
  },
  {
    name: 'of answers with the same id the newest is found, and of those that came at once the last',
    run: async ({ store, pass }) => {
      const [a, b] = [await newConversation(store), await newConversation(store)]
      await store.entries.append(a.id, [
        ...Array.from({ length: 5 }, () => said('user', 'earlier')),
        answered('same', 'first'),
      ])
      await pass(1000)
      await store.entries.append(b.id, [answered('same', 'second'), answered('same', 'third')])
      equal(await foundIn(store, 'same'), 'third')
      await pass(1000)
      await store.entries.append(a.id, [answered('same', 'fourth')], { after: null })
      equal(await foundIn(store, 'same'), 'fourth')
    },
  },
  {
    name: "nobody finds someone else's answer by its id (D1)",
    run: async ({ store, stranger }) => {
      const [mine, theirs] = [await newConversation(store), await newConversation(stranger)]
      await store.entries.append(mine.id, [answered('resp_mine', 'mine'), answered('resp_both', 'm')])
      await stranger.entries.append(theirs.id, [answered('resp_both', 't')])
      deepEqual([await foundIn(store, 'resp_mine'), await foundIn(stranger, 'resp_mine')], ['mine', null])
      deepEqual([await foundIn(store, 'resp_both'), await foundIn(stranger, 'resp_both')], ['m', 't'])
    },
  },
  {
    name: 'an answer in a deleted conversation is not found by its id, and an older one in another is',
    run: async ({ store, pass }) => {
      const [kept, deleted] = [await newConversation(store), await newConversation(store)]
      await store.entries.append(kept.id, [answered('resp', 'older')])
      await pass(1000)
      await store.entries.append(deleted.id, [answered('resp', 'newer')])
      equal(await foundIn(store, 'resp'), 'newer')
      await store.conversations.delete(deleted.id)
      equal(await foundIn(store, 'resp'), 'older')
      await store.conversations.undelete(deleted.id)
      equal(await foundIn(store, 'resp'), 'newer')
      await store.conversations.purge(deleted.id)
      equal(await foundIn(store, 'resp'), 'older')
      await store.conversations.delete(kept.id)
      equal(await foundIn(store, 'resp'), null)
    },
  },
  {
    name: 'an answer is still found by its id after export and import, and not before all of its conversation is there (D6)',
    run: async ({ store, stranger }) => {
      const { id } = await newConversation(store)
      const much = Array.from({ length: 650 }, (_, at) => said('user', `much ${at}`))
      await store.entries.append(id, [answered('resp', 'answer'), ...much])
      const lines = await linesOf(store)
      const before = await store.entries.findByResponse('resp')
      await store.conversations.purge(id)

      const parse = parseHere(() => 1)
      // A batch is known to be written when the one after the next is.
      const breaking = stranger.import(gathered(lines), async (texts, mode) => {
        if (mode === 'count' && texts.some(text => text.includes('much 649'))) throw new Error('broken off')
        return parse(texts, mode)
      })
      await rejects(breaking, /broken off/)
      equal(await foundIn(stranger, 'resp'), null)

      await bringIn(stranger, lines)
      const after = await stranger.entries.findByResponse('resp')
      deepEqual([after!.conversation, after!.stored.at], [before!.conversation, before!.stored.at])
      deepEqual([after!.stored.entry.id, after!.stored.about], ['answer', { model: 'x', response: 'resp' }])
      equal(await foundIn(store, 'resp'), null)
    },
  },
  {
    name: 'an id that no index could hold is stored as it was sent, and nothing is found by it (F6)',
    run: async ({ store }) => {
      const { id } = await newConversation(store)
      const odd = ['', '\u0000', 'resp_\u0000', '\ud800', 'x\udfff', 'x'.repeat(201), 'x'.repeat(10_000)]
      for (const response of odd) equal(await foundIn(store, response), null)
      const added = odd.map(response => answered(response))
      const { entries } = await store.entries.append(id, added)
      await store.entries.append(id, [answered('\u0000')])
      for (const response of [...odd, '\ufffd', 'x\ufffd']) equal(await foundIn(store, response), null)
      const stored = await gather(store.entries.walk(id))
      deepEqual(
        stored.slice(0, entries.length).map(({ about }) => about),
        added.map(({ about }) => about ?? null),
      )
    },
  },
  {
    name: 'any other id finds its answer, whatever stands beside it',
    run: async ({ store }) => {
      const { id } = await newConversation(store)
      const ids = ['x'.repeat(200), '\u{1f600}'.repeat(100), 'a \'quoted\' \\u0000 "id"', '\u001a', ' ', 'null', '{}']
      await store.entries.append(
        id,
        ids.map(response => answered(response, encodeURIComponent(response).slice(0, 20))),
      )
      for (const response of ids) equal(await foundIn(store, response), encodeURIComponent(response).slice(0, 20))
      const besides: readonly Json[] = [null, 7, 'text', '\u0000', ['response'], { response: 7 }, { response: null }]
      await store.entries.append(
        id,
        besides.map(about => ({ ...said('assistant', 'x'), about })),
      )
      for (const response of ['7', 'text', 'response']) equal(await foundIn(store, response), null)
      const nul = {
        ...said('assistant', 'x', 'nul'),
        about: { model: '\u0000', '\ud800': '\udfff', response: 'after' },
      }
      await store.entries.append(id, [nul])
      equal(await foundIn(store, 'after'), 'nul')
      ok((await gather(store.entries.walk(id))).length === ids.length + besides.length + 1)
    },
  },
]

async function* gathered(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}
