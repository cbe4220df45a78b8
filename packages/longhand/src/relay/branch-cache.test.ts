import fc from 'fast-check'
import { expect, test } from 'vitest'
import { undo } from '../core/undo.ts'
import type { Store } from '../engine/ports/store.ts'
import { localOwner } from '../engine/ports/store.ts'
import type { NewEntry } from '../engine/ports/store-entries.ts'
import { openMemory } from '../stores/memory/open.ts'
import { createBranchCache } from './branch-cache.ts'

const id = '00000000-0000-4000-8000-0000000000aa'

const message = (name: string): NewEntry => ({
  ...({ id: name, type: 'message', count: 3 } as const),
  message: { role: 'user', parts: [{ type: 'text', text: name }] },
})

/** What may happen to a conversation, here or in another process. */
const steps: Readonly<Record<string, (store: Store, name: string) => Promise<unknown>>> = {
  say: (store, name) => store.entries.append(id, [message(name), message(`${name}b`)]),
  answer: (store, name) => store.entries.append(id, [message(name)], { head: 'stays' }),
  async branchOff(store, name) {
    const { entries } = await store.entries.page(id, { limit: 3 })
    await store.entries.append(id, [message(name)], { after: entries[0]!.entry.id })
  },
  async fold(store, name) {
    const { branch, conversation } = await store.entries.branch(id)
    const last = branch.findLast(({ type }) => type === 'message')!
    const fold = {
      type: 'summary',
      span: { from: 2, to: last.depth },
      kept: [],
      text: 'Old.',
      tag: 's',
      count: 1,
    } as const
    const base = conversation.head.compaction
    const compaction = { type: 'compaction', version: 1, base, edits: null, folds: [fold] } as const
    if (last.depth > 2) await store.entries.append(id, [{ id: name, ...compaction }]).catch(() => {})
  },
  async undo(store, name) {
    const entry = undo((await store.entries.branch(id)).branch)
    if (entry !== null) await store.entries.append(id, [{ id: name, ...entry }])
  },
  protect: (store, name) =>
    store.entries.append(id, [{ id: name, type: 'protection', span: { from: 1, to: 1 }, action: 'protect' }]),
  async goBack(store) {
    const { head } = await store.conversations.get(id)
    await store.branches.move(id, { line: head.line, depth: Math.max(1, head.depth - 2) })
  },
  rename: (store, name) => store.conversations.update(id, { title: name }),
}

test('H4.8 what is held of a branch is what the store would answer, whatever was done to it and by whom', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          step: fc.constantFrom(...Object.keys(steps)),
          by: fc.constantFrom('here', 'elsewhere'),
          next: fc.constantFrom('read', 'go on'),
        }),
        { maxLength: 40 },
      ),
      fc.constantFrom('alone' as const, undefined),
      async (drawn, writer) => {
        const { as, subscribe } = openMemory()
        const plain = as(localOwner)
        const held = createBranchCache({ subscribe, ...(writer && { writer }) }).around(plain, localOwner)
        await plain.conversations.create({ id })
        await plain.entries.append(id, [message('first'), message('second')])
        for (const [at, { step, by, next }] of drawn.entries()) {
          await steps[step]!(by === 'here' ? held : plain, `${step}${at}`)
          if (next === 'go on') continue
          expect(await held.conversations.get(id)).toEqual(await plain.conversations.get(id))
          expect(await held.entries.branch(id)).toEqual(await plain.entries.branch(id))
          for (const limit of [1, 3, 40])
            expect(await held.entries.page(id, { limit })).toEqual(await plain.entries.page(id, { limit }))
        }
      },
    ),
  )
})

/** A store that counts what it is asked. */
function counted(store: Store): { readonly store: Store; readonly asked: () => number } {
  let asked = 0
  const counting = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const found = target[name as keyof Port] as unknown
        if (typeof found !== 'function') return counting(found as object)
        return (...given: unknown[]) => {
          asked++
          return found(...given)
        }
      },
    })
  return { store: counting(store), asked: () => asked }
}

const other = '00000000-0000-4000-8000-0000000000bb'

test.each([
  // who writes       asked
  ['alone', 0],
  [undefined, 2],
] as const)(
  'H4.29 with writer %s a branch that nothing has happened to costs %i questions',
  async (writer, questions) => {
    const { as, subscribe } = openMemory()
    const { store, asked } = counted(as(localOwner))
    const cache = createBranchCache({ subscribe, ...(writer && { writer }) })
    const held = cache.around(store, localOwner)
    await held.conversations.create({ id })
    await held.entries.append(id, [message('first')])
    await held.entries.branch(id)
    await held.entries.append(id, [message('second')])
    const before = asked()
    expect((await held.entries.branch(id)).branch).toHaveLength(2)
    expect((await held.conversations.get(id)).head.entry).toBe('second')
    expect(asked() - before).toBe(questions)
  },
)

test('H4.29 a change is asked for once, and what was missed as well', async () => {
  const storage = openMemory()
  const listeners: Parameters<typeof storage.subscribe>[0][] = []
  const subscribe: typeof storage.subscribe = listener => {
    listeners.push(listener)
    return storage.subscribe(listener)
  }
  const { store, asked } = counted(storage.as(localOwner))
  const held = createBranchCache({ subscribe, writer: 'alone' }).around(store, localOwner)
  await held.conversations.create({ id })
  await held.entries.append(id, [message('first')])
  await held.entries.branch(id)
  const questions = async () => {
    const before = asked()
    await held.entries.branch(id)
    return asked() - before
  }
  expect(await questions()).toBe(0)
  await storage.as(localOwner).conversations.update(id, { title: 'Elsewhere' })
  expect([await questions(), await questions()]).toEqual([1, 0])
  expect((await held.conversations.get(id)).title).toBe('Elsewhere')
  for (const listener of listeners) listener({ type: 'missed' })
  expect([await questions(), await questions()]).toEqual([1, 0])
  await storage.as(localOwner).conversations.delete(id)
  for (const _ of [1, 2]) await expect(held.conversations.get(id)).rejects.toMatchObject({ code: 'not-found' })
})

test('H4.29 a change that was missed is not taken for the newest state by whoever only asks for the conversation', async () => {
  const storage = openMemory()
  const listeners: Parameters<typeof storage.subscribe>[0][] = []
  const subscribe = (listener: (typeof listeners)[number]) => {
    listeners.push(listener)
    return () => {}
  }
  const plain = storage.as(localOwner)
  const held = createBranchCache({ subscribe, writer: 'alone' }).around(plain, localOwner)
  await plain.conversations.create({ id })
  await plain.entries.append(id, [message('first')])
  await held.entries.branch(id)
  await plain.entries.append(id, [message('second')])
  for (const listener of listeners) listener({ type: 'missed' })
  for (const _ of [1, 2, 3]) expect((await held.conversations.get(id)).head.entry).toBe('second')
})

test('H4.12 what is held for one owner is not found by another', async () => {
  const storage = openMemory()
  const cache = createBranchCache(storage)
  const mine = cache.around(storage.as(localOwner), localOwner)
  await mine.conversations.create({ id })
  await mine.entries.append(id, [message('first')])
  await mine.entries.branch(id)
  const theirs = cache.around(storage.as(other), other)
  expect(cache.held(id, other)).toBeNull()
  await expect(theirs.conversations.get(id)).rejects.toMatchObject({ code: 'not-found' })
  await expect(theirs.entries.branch(id)).rejects.toMatchObject({ code: 'not-found' })
})

test('H4.34 what is held of branches is bounded by what it takes, however few tokens it has', async () => {
  const storage = openMemory()
  const cache = createBranchCache(storage)
  const held = cache.around(storage.as(localOwner), localOwner)
  const parts = Array.from({ length: 20_000 }, () => ({ type: 'text', text: '' }) as const)
  const fill = async (id: string) => {
    await held.conversations.create({ id })
    const entries = Array.from(
      { length: 20 },
      (_, at): NewEntry => ({
        ...({ id: `${id}-${at}`, type: 'message', count: 3 } as const),
        message: { role: 'user', parts },
      }),
    )
    await held.entries.append(id, entries)
    await held.entries.branch(id)
  }
  await fill(id)
  expect(cache.held(id, localOwner)).not.toBeNull()
  await fill(other)
  expect(cache.held(id, localOwner)).toBeNull()
  expect(cache.held(other, localOwner)).not.toBeNull()
})
