import { deepEqual, equal, ok } from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import type { ImportResult, Store } from '../../engine/ports/store.ts'
import { parseHere } from '../../engine/transfer/parse-export-lines.ts'
import { claimed, compact, fails, gather, lease, newConversation, type StoreRule, said, talk } from './room.ts'

export const linesOf = (store: Store, chosen?: readonly string[]): Promise<string[]> => gather(store.export(chosen))

/** Brings lines in. Counts are made anew: 10 for what anyone said, 5 for a summary. */
export const bringIn = (store: Store, lines: readonly string[]): Promise<ImportResult> =>
  store.import(
    each(lines),
    parseHere(({ parts: [part] }) => (part?.type === 'text' && part.text.startsWith('<') ? 5 : 10)),
  )

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

/** A bit of everything: forks, compactions, undo, protections, odd text, a project, a turn that runs. */
export async function furnish(store: Store): Promise<void> {
  const project = { id: randomUUID(), name: 'Light\u0000house', officer: randomUUID() }
  await store.projects.create(project)
  await store.projects.putFile(project.id, { name: 'odd \u0000.md', text: 'Light the \ud800 lamp', tokens: 10 })
  const { id } = await compact(store, await talk(store, 8), 5)
  await store.conversations.update(id, {
    project: project.id,
    title: 'Odd \ud800 title',
    settings: { z: 1, a: '\u0000' },
  })
  await store.entries.append(id, [{ type: 'protection', id: 'p', span: { from: 3, to: 3 }, action: 'protect' }])
  const { head } = await store.conversations.get(id)
  await store.entries.append(id, [{ type: 'undo', id: 'u', compaction: head.compaction! }])
  await store.entries.append(id, [said('user', 'fork \u0000', 'f')], { after: 'm7' })
  await store.branches.fork(id, { line: 1, depth: 9 })
  await store.entries.append(id, [
    { ...said('assistant', 'on the fork', 'g'), about: { model: 'x', ending: 'stopped' } },
  ])
  await store.checkpoints.create(id, { label: 'here \u001a', tags: ['code', '\ud800'] })
  await store.memories.put(id, 'They built a lighthouse \u0000')
  const rejected = await claimed(store, await store.conversations.get(id), 4)
  await store.compactions.end(rejected, 'rejected', 'too short')
  await store.turns.start(id, { id: 't', request: { model: 'x' } }, lease)
  await store.calibrations.put('a/model', { ratio: 1.16 })
  await store.breakers.put('b', { open: false })
  await newConversation(store, 'Empty')
}

export const transferRules: readonly StoreRule[] = [
  {
    name: 'an export brought in elsewhere exports the same lines, and shows the same conversations (D6)',
    run: async ({ store, stranger }) => {
      await furnish(store)
      const lines = await linesOf(store)
      const before = (await store.conversations.list({})).conversations
      const branches = await Promise.all(before.map(({ id }) => store.entries.branch(id)))
      for (const { id, kind } of before) if (kind === 'chat') await store.conversations.purge(id)
      for (const { id } of await store.projects.list()) await store.projects.delete(id)
      const report = await bringIn(store, lines)
      deepEqual([report.conversations, report.skipped], [3, []])
      deepEqual(await linesOf(store), lines)
      deepEqual((await store.conversations.list({})).conversations, before)
      for (const [at, { branch }] of branches.entries())
        deepEqual((await store.entries.branch(before[at]!.id)).branch, branch)
      equal((await store.entries.search('lighthouse')).length, 0)
      equal((await store.memories.search('lighthouse')).length, 1)
      equal((await store.entries.search('word3')).length, 1)
      deepEqual((await bringIn(store, lines)).skipped.length, 3)
      // Someone else's ids are taken, so theirs are new.
      const copied = await bringIn(stranger, lines)
      deepEqual([copied.conversations, copied.entries], [report.conversations, report.entries])
      const [theirs] = await stranger.projects.list()
      deepEqual((await stranger.projects.files(theirs!.id)).length, 1)
      equal((await linesOf(stranger)).length, lines.length)
    },
  },
  {
    name: 'what was learnt about models, and breakers, neither leave nor come in (D6 T3)',
    run: async ({ store }) => {
      await store.calibrations.put('mine', { real: 1 })
      const lines = await linesOf(store)
      ok(lines.every(line => !line.includes('"state"')))
      const poison = { type: 'state', name: 'a/model', at: 0 }
      const calibration = { ...poison, kind: 'calibration', state: { real: 1, counted: -1_000_000_000, limit: 1 } }
      const breaker = { ...poison, kind: 'breaker', state: { open: true, until: 1e15 } }
      const [head, ...rest] = lines
      await bringIn(store, hashed([head!, JSON.stringify(calibration), JSON.stringify(breaker), ...rest]))
      equal(await store.calibrations.get('a/model'), null)
      equal(await store.breakers.get('a/model'), null)
    },
  },
  {
    name: 'chosen conversations can be exported alone, and tell nothing of the projects they are in (D2 D6)',
    run: async ({ store, stranger }) => {
      const project = { id: randomUUID(), name: 'Lighthouse', officer: randomUUID() }
      await store.projects.create(project)
      const a = await talk(store, 2)
      await talk(store, 3)
      await store.conversations.update(a.id, { project: project.id })
      const lines = await linesOf(store, [a.id, project.officer])
      equal(lines.filter(line => line.includes('"type":"entry"')).length, 2)
      ok(lines.every(line => !line.includes(project.id) && !line.includes('"type":"project"')))
      await bringIn(stranger, lines)
      const { conversations } = await stranger.conversations.list({})
      deepEqual(new Set(conversations.map(({ kind, project }) => `${kind} ${project}`)), new Set(['chat null']))
      deepEqual(await stranger.projects.list(), [])
    },
  },
  {
    name: 'a project whose officer did not come is not seen while it comes in, and gets one at the end (D2 D6)',
    run: async ({ store, stranger }) => {
      const project = { id: randomUUID(), name: 'Lighthouse', officer: randomUUID() }
      await store.projects.create(project)
      const a = await talk(store, 2)
      await store.conversations.update(a.id, { project: project.id })
      const lines = hashed((await linesOf(store)).filter(line => !line.includes(project.officer)))
      await fails('bad-request', bringIn(stranger, lines.slice(0, -1)))
      deepEqual(await stranger.projects.list(), [])
      await bringIn(stranger, lines)
      const arrived = await stranger.projects.list()
      const officers = await Promise.all(arrived.map(({ officer }) => stranger.conversations.get(officer)))
      deepEqual(new Set(officers.map(({ kind, title }) => `${kind} ${title}`)), new Set(['officer Lighthouse']))
      ok(officers.every(({ project }, at) => project === arrived[at]!.id))
    },
  },
  {
    name: 'an export that several bring in at once is there once and whole; whoever is told otherwise has written nothing (D6)',
    run: async ({ store, stranger }) => {
      for (let round = 0; round < 2; round++) {
        const { id } = await talk(store, 250)
        const lines = await linesOf(store, [id])
        await store.conversations.purge(id)
        const all = await Promise.allSettled([1, 2, 3, 4].map(() => bringIn(stranger, lines)))
        const brought = all.flatMap(one => (one.status === 'fulfilled' ? [one.value.conversations] : []))
        equal(
          brought.reduce((sum, count) => sum + count, 0),
          1,
        )
        for (const one of all) if (one.status === 'rejected') await fails('conflict', Promise.reject(one.reason))
        deepEqual(await linesOf(stranger, [id]), lines)
        equal((await stranger.conversations.list({})).conversations.length, 1)
        await stranger.conversations.purge(id)
      }
    },
  },
  {
    name: 'a damaged or cut export is refused, and nothing half-written is seen',
    run: async ({ store, stranger }) => {
      await furnish(store)
      const lines = await linesOf(store)
      const at = lines.findIndex(line => line.includes('word2'))
      const spoilt = [
        lines.slice(0, -1),
        lines.slice(0, 5),
        lines.with(at, lines[at]!.replace('word2', 'W0rd2')),
        lines.toSpliced(at, 1),
        ['{"type":"longhand","format":2}', ...lines.slice(1)],
        ['not json'],
        [],
      ]
      for (const bad of spoilt) await fails('bad-request', bringIn(stranger, bad))
      const seen = (await stranger.conversations.list({})).conversations
      ok(seen.every(({ title }) => title === 'Empty' || title === 'Odd \ud800 title' || title === 'Light\u0000house'))
      const report = await bringIn(stranger, lines)
      equal(report.conversations + report.skipped.length, 3)
    },
  },
  {
    name: 'an export that was put together wrongly is refused, though its hashes are right (F6)',
    run: async ({ store, stranger }) => {
      await talk(store, 5)
      const lines = await linesOf(store)
      const change = (type: string, edit: (record: Record<string, unknown>) => unknown) =>
        lines.flatMap(line => {
          const record = JSON.parse(line)
          return record.type === type ? [JSON.stringify(edit(record) ?? record)] : [line]
        })
      const wrong = [
        lines.filter(line => !line.includes('word3')),
        change('conversation', record => ({ ...record, lines: 5 })),
        change('conversation', record => ({ ...record, kind: 'nonsense' })),
        change('conversation', record => ({ ...record, head: { line: 1, depth: 99 } })),
        change('conversation', record => ({ ...record, lines: [{ line: 1, parent: 7, forked: 3, tip: 5, at: 0 }] })),
        change('entry', record => ({ ...record, entry: { type: 'message', id: 'x' } })),
        change('entry', record => ({ ...record, entry: null })),
        change('entry', record => ({ ...record, line: 4 })),
      ]
      for (const bad of wrong) await fails('bad-request', bringIn(stranger, hashed(bad)))
      deepEqual((await stranger.conversations.list({})).conversations, [])
      equal((await bringIn(stranger, hashed(lines))).entries, 5)
    },
  },
]

/** The same lines with the hashes that they would have had. */
export function hashed(lines: readonly string[]): readonly string[] {
  const written: string[] = []
  const sha = (part: readonly string[]) =>
    createHash('sha256')
      .update(part.map(line => `${line}\n`).join(''))
      .digest('hex')
  const count = (part: readonly string[]) => part.filter(line => line.startsWith('{"type":"conversation-end"')).length
  let start = 0
  for (const line of lines) {
    const record = JSON.parse(line)
    if (record.type === 'conversation') start = written.length
    if (record.type === 'conversation-end') record.hash = sha(written.slice(start))
    if (record.type === 'end') Object.assign(record, { hash: sha(written), conversations: count(written) })
    written.push('hash' in record ? JSON.stringify(record) : line)
  }
  return written
}
