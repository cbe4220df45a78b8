import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { view } from '../../core/view.ts'
import { compact, fails, type StoreRule, said, talk } from './room.ts'
import { bringIn, hashed, linesOf } from './transfer.ts'

type Fields = Record<string, unknown>
type Edit = (record: Fields & { entry: Fields }) => unknown

/** The same export with every line of a type changed, and hashes that are right for it. */
const changed = (lines: readonly string[], type: string, edit: Edit): readonly string[] =>
  hashed(
    lines.flatMap(line => {
      const record = JSON.parse(line)
      return record.type === type ? [JSON.stringify(edit(record) ?? record)] : [line]
    }),
  )

const onEntries = (lines: readonly string[], type: string, edit: (entry: Fields) => unknown): readonly string[] =>
  changed(lines, 'entry', record => {
    if (record.entry.type === type) Object.assign(record.entry, edit(record.entry))
  })

const long = 'x'.repeat(10_000_000)

const signs = `- " -" -"-" ! ( <-> :* & ' \\ -_ -"_ --$`.split(' ')

/** What a file must not do, though its hashes are right, and what nobody should look for. */
export const hostileRules: readonly StoreRule[] = [
  {
    name: 'a file that no view could be made of is refused as a whole, with its line (F6 D6)',
    run: async ({ store, stranger }) => {
      const { id } = await compact(store, await talk(store, 8), 5)
      const { head } = await store.conversations.get(id)
      await store.entries.append(id, [{ type: 'undo', id: 'undo', compaction: head.compaction! }])
      await store.entries.append(id, [{ type: 'protection', id: 'p', span: { from: 3, to: 3 }, action: 'protect' }])
      await store.checkpoints.create(id, { label: 'here' })
      await store.turns.start(id, { id: 't' }, { worker: 'w', ms: 1 })
      await store.memories.put(id, 'memory')
      const lines = await linesOf(store)
      const onHead = (edit: Edit) => changed(lines, 'conversation', edit)
      const message = (parts: unknown, role = 'user') =>
        onEntries(lines, 'message', () => ({ message: { role, parts } }))
      const folds = (edit: (fold: Fields) => Fields) =>
        onEntries(lines, 'compaction', ({ folds }) => ({ folds: (folds as Fields[]).map(edit) }))
      const hostile: Readonly<Record<string, readonly string[]>> = {
        'an undo without a compaction': onEntries(lines, 'undo', () => ({ compaction: 'none' })),
        'a redo of nothing': onEntries(lines, 'undo', () => ({ type: 'redo' })),
        'a base that is not there': onEntries(lines, 'compaction', () => ({ base: 'none' })),
        'a version that is text': onEntries(lines, 'compaction', () => ({ version: '1' })),
        'a role': message([{ type: 'text', text: 'x' }], 'evil'),
        'parts that are no list': message({ length: 3 }),
        'a text that is a number': message([{ type: 'text', text: 7 }]),
        'a file without a name': message([{ type: 'file', mediaType: 'a/b', source: { type: 'url', url: 'x' } }]),
        'a type of entry': onEntries(lines, 'protection', () => ({ type: 'evil' })),
        'a protection of the future': onEntries(lines, 'protection', () => ({ span: { from: 3, to: 99 } })),
        'a fold of the future': folds(fold => ({ ...fold, span: { from: 2, to: 99 } })),
        'a fold backwards': folds(fold => ({ ...fold, span: { from: 5, to: 2 } })),
        'a negative fold': folds(fold => ({ ...fold, span: { from: -5, to: 2 } })),
        'a fold that keeps others': folds(fold => ({ ...fold, kept: [7] })),
        'a fence of another kind': folds(fold => ({ ...fold, tag: 'a><b' })),
        'two folds at once': onEntries(lines, 'compaction', ({ folds }) => ({ folds: [folds, folds].flat() })),
        'an id twice': onEntries(lines, 'message', () => ({ id: 'same' })),
        'an id with a space': onEntries(lines, 'protection', () => ({ id: 'a b' })),
        'a depth of text': onEntries(lines, 'message', ({ depth }) => ({ depth: String(depth) })),
        'a threshold of null': onHead(() => ({ settings: { policy: { threshold: null } } })),
        'a share of text': onHead(record => ({ ...record, settings: { policy: { target: '0.5' } } })),
        'settings that are a list': onHead(record => ({ ...record, settings: [] })),
        'a status of null': onHead(record => ({ ...record, status: { used: null } })),
        'a title of ten million letters': onHead(record => ({ ...record, title: long })),
        'a title that is a number': onHead(record => ({ ...record, title: 5 })),
        'the year 275760': onHead(record => ({ ...record, createdAt: 8.64e15 })),
        'a time of text': onHead(record => ({ ...record, updatedAt: '2026' })),
        'a version below 0': onHead(record => ({ ...record, version: -1 })),
        'a project that is not in it': onHead(record => ({ ...record, project: randomUUID() })),
        'an officer of nothing': onHead(record => ({ ...record, kind: 'officer' })),
        'a head that is not there': onHead(record => ({ ...record, head: { line: 9, depth: 1 } })),
        'something nobody knows': onHead(record => ({ ...record, owner: randomUUID() })),
        'an id that is no UUID': onHead(record => ({ ...record, id: '../x' })),
        'an entry of the year 275760': changed(lines, 'entry', record => ({ ...record, at: 8.64e15 })),
        'usage below 0': changed(lines, 'entry', record => ({
          ...record,
          about: { model: 'x', usage: { input: -1 } },
        })),
        'a turn that runs for ever': changed(lines, 'turn', record => ({
          ...record,
          turn: { ...(record.turn as Fields), status: 'running', leaseUntil: 1e15 },
        })),
        'a place of a checkpoint': changed(lines, 'checkpoint', record => ({
          ...record,
          place: { line: 1, depth: 99 },
        })),
        'a checkpoint named by a word': changed(lines, 'checkpoint', record => ({ ...record, id: 'first' })),
        'a memory of no text': changed(lines, 'memory', record => ({ ...record, text: null })),
        'a conversation twice': hashed([...lines.slice(0, -1), ...lines.slice(1)]),
      }
      for (const [name, bad] of Object.entries(hostile)) {
        await fails('bad-request', bringIn(stranger, bad)).catch(cause => {
          throw new Error(`It was taken: ${name}`, { cause })
        })
      }
      deepEqual((await stranger.conversations.list({})).conversations, [])
      equal((await bringIn(stranger, lines)).conversations, 1)
    },
  },
  {
    name: 'counts of an export are not believed (T1 D6)',
    run: async ({ store, stranger }) => {
      const { id } = await compact(store, await talk(store, 8), 5)
      const lines = await linesOf(store)
      const lying = onEntries(
        onEntries(lines, 'message', () => ({ count: -1_000_000_000 })),
        'compaction',
        ({ folds }) => ({ folds: (folds as Fields[]).map(fold => ({ ...fold, count: 1e15 })) }),
      )
      await store.conversations.purge(id)
      await bringIn(stranger, lying)
      const { branch, conversation } = await stranger.entries.branch(id)
      equal(conversation.totals.tokens, 80)
      deepEqual(
        view(branch).map(({ count }) => count),
        [10, 5, 10, 10, 10],
      )
    },
  },
  {
    name: 'nothing of a file is written when its last line is wrong (D6)',
    run: async ({ store, stranger }) => {
      await talk(store, 3)
      await store.projects.create({ id: randomUUID(), name: 'Mill', officer: randomUUID() })
      const lines = await linesOf(store)
      await fails('bad-request', bringIn(stranger, lines.slice(0, -1)))
      await fails('bad-request', bringIn(stranger, lines.with(-1, lines.at(-1)!.replace(/"hash":"../, '"hash":"zz'))))
      deepEqual((await stranger.conversations.list({})).conversations, [])
      deepEqual(await stranger.projects.list(), [])
      deepEqual(await linesOf(stranger), await linesOf(stranger, []))
    },
  },
  {
    name: 'what is deleted while it is exported is exported whole, or not at all (D6)',
    run: async ({ store, stranger }) => {
      const first = await talk(store, 450)
      const second = await talk(store, 3)
      await store.entries.append(first.id, [said('user', 'the end')])
      const lines: string[] = []
      for await (const line of store.export()) {
        lines.push(line)
        if (line.includes('word10"')) for (const { id } of [first, second]) await store.conversations.delete(id)
      }
      ok(lines.some(line => line.includes('the end')))
      deepEqual([(await bringIn(stranger, lines)).conversations], [1])
      await fails('not-found', linesOf(store, [second.id]))
    },
  },
  {
    name: 'a search for signs that mean something to a search finds nothing, and nothing breaks (F6)',
    run: async ({ store }) => {
      await talk(store, 2)
      for (const words of signs.flatMap(sign => [sign.repeat(200), `${sign}\n`.repeat(200)])) {
        deepEqual(await store.entries.search(words), [], words)
        deepEqual(await store.memories.search(words), [], words)
        deepEqual((await store.conversations.list({ search: words })).conversations, [], words)
      }
      for (const words of ['or ', '-zebra ', '--zebra', '-"zebra']) await store.entries.search(words.repeat(200))
    },
  },
]
