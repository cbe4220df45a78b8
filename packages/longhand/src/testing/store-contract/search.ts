import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Store } from '../../engine/ports/store.ts'
import type { NewEntry } from '../../engine/ports/store-entries.ts'
import { newConversation, type StoreRule, said, talk } from './room.ts'

export const searchRules: readonly StoreRule[] = [
  {
    name: 'a search finds all that its owner said, however many others say the same, and nothing of theirs (D8)',
    run: async ({ storage }) => {
      const owners = Array.from({ length: 12 }, () => storage.as(randomUUID()))
      for (const [at, store] of owners.entries()) await sayAlike(store, at)
      for (const [at, store] of owners.entries()) {
        const found = async (words: string) =>
          (await store.entries.search(words, { limit: 100 })).map(({ entry }) => entry)
        equal((await found('invoice')).length, 1 + (at % 5))
        equal((await found('invo')).length, 1 + (at % 5))
        deepEqual(await found(`only${at}`), ['own'])
        deepEqual(await found(`only${(at + 1) % 12}x`), [])
        const { conversations } = await store.conversations.list({ search: 'invoice' })
        equal(conversations.length, 1 + (at % 5))
      }
    },
  },
  {
    name: 'a search finds the exact word, identifier or path first, then what begins with it, both newest first (D8)',
    run: async ({ store, pass }) => {
      const { id } = await newConversation(store)
      const texts = {
        path: 'It is in src/db/004_add-only.sql, I think',
        identifier: 'Call `parse_config_v2(path)` first',
        word: 'The lamp is lit',
        scattered: 'Does config v2 parse 004 add only sql in src/db?',
        longer: 'The lamps of parse_config_v2_final',
        other: 'Lampposts',
      }
      for (const [name, text] of Object.entries(texts)) {
        await store.entries.append(id, [said('user', text, name)])
        await pass(1_000)
      }
      const found = async (words: string, limit = 20) =>
        (await store.entries.search(words, { limit })).map(({ entry }) => entry)
      deepEqual(await found('lamp'), ['word', 'other', 'longer'])
      deepEqual(await found('lamp', 2), ['word', 'other'])
      deepEqual(await found('parse_config_v2'), ['identifier', 'longer', 'scattered'])
      deepEqual(await found('PARSE_CONFIG_V2', 1), ['identifier'])
      deepEqual(await found('src/db/004_add-only.sql'), ['path', 'scattered'])
      const [one, two] = [await talk(store, 1), await talk(store, 1)]
      await store.memories.put(one.id, 'They wrote parse_config_v2')
      await pass(1_000)
      await store.memories.put(two.id, 'They wrote config and parse v2, v2 of parse, config of v2, parse')
      deepEqual(
        (await store.memories.search('parse_config_v2')).map(({ conversation }) => conversation),
        [one.id, two.id],
      )
    },
  },
  {
    name: 'a word that is too long for an index does no harm, wherever it is (D8)',
    run: async ({ store }) => {
      const { id } = await newConversation(store)
      for (const length of [2_030, 2_041, 2_042, 2_046, 2_047, 5_000]) {
        const long = 'x'.repeat(length)
        await store.entries.append(id, [said('user', `A lantern ${long} ${'ü'.repeat(length / 2)}`)])
        await store.entries.search(long)
        await store.entries.search(`lantern ${'ü'.repeat(length / 2)}`)
        await store.conversations.list({ search: `'${long}' \\ ''` })
      }
      equal((await store.entries.search('lantern')).length, 6)
    },
  },
  {
    name: 'a search finds a word wherever it stands in a text, however long that is and however it is written (D8)',
    run: async ({ store }) => {
      const { id } = await newConversation(store)
      const prose = 'lorem ipsum dolor sit amet '.repeat(12_000)
      const texts = {
        late: `${'lorem '.repeat(8_333)} needle50000 end`,
        later: `${prose}lantern300000 in_one_word and src/late/place.ts, 灯台 ${prose}`,
        unspaced: `${'{"a":"b"},'.repeat(30_000)}{"key":"beacon_late"}${'{"a":"b"},'.repeat(3_000)}`,
        cjk: `${'長い文章。'.repeat(10_000)}最後の灯台守。${'終わり、'.repeat(1_000)}`,
      }
      for (const [name, text] of Object.entries(texts)) await store.entries.append(id, [said('user', text, name)])
      await store.entries.append(id, [
        said('assistant', 'Reading', 'asked'),
        ...callsAt(`${prose}harbour`, `${prose}mooring`),
      ])
      const found = async (words: string) => (await store.entries.search(words)).map(({ entry }) => entry)
      deepEqual(await found('needle50000'), ['late'])
      deepEqual(await found('needle5000'), ['late'])
      for (const words of [
        'lantern300000',
        'in_one_word',
        'src/late/place.ts',
        'place',
        '灯台',
        'lorem lantern300000',
      ]) {
        deepEqual(await found(words), ['later'], words)
      }
      deepEqual(await found('beacon_late'), ['unspaced'])
      deepEqual(await found('最後の灯台守'), ['cjk'])
      deepEqual([await found('harbour'), await found('mooring')], [['call'], ['result']])
      const { conversations } = await store.conversations.list({ search: 'needle50000' })
      equal(conversations.length, 1)
    },
  },
  {
    name: 'a message of more different words than one has room for is stored, and found by those that come first (D8)',
    run: async ({ store }) => {
      const { id } = await newConversation(store)
      const text = Array.from({ length: 200_000 }, (_, n) => `w${n.toString(36)}x${n}`).join(' ')
      await store.entries.append(id, [said('user', text, 'many')])
      for (const n of [0, 1_000, 40_000]) {
        const hits = await store.entries.search(`w${n.toString(36)}x${n}`)
        deepEqual(
          hits.map(({ entry }) => entry),
          ['many'],
        )
      }
    },
  },
]

/** A call with a text, and its result with another. */
function callsAt(asked: string, answered: string): readonly NewEntry[] {
  const call = { type: 'tool-call', callId: 'c', name: 'read', input: { text: asked } } as const
  const result = { type: 'tool-result', callId: 'c', name: 'read', output: answered, outcome: 'ok' } as const
  return [
    { ...said('assistant', '', 'call'), message: { role: 'assistant', parts: [call] } },
    { ...said('user', '', 'result'), message: { role: 'tool', parts: [result] } },
  ] as NewEntry[]
}

/** Conversations that all say a word, `at` of which depends on the owner, and a message that nobody else has. */
async function sayAlike(store: Store, at: number): Promise<void> {
  for (let each = 0; each <= at % 5; each++) {
    const { id } = await newConversation(store)
    await store.entries.append(id, [said('user', `The invoice is due, number ${each}`)])
    if (each === 0) await store.entries.append(id, [said('assistant', `Noted, only${at}`, 'own')])
  }
}
