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
      async drawn => {
        const plain = openMemory().as(localOwner)
        const held = createBranchCache().around(plain)
        await plain.conversations.create({ id })
        await plain.entries.append(id, [message('first'), message('second')])
        for (const [at, { step, by, next }] of drawn.entries()) {
          await steps[step]!(by === 'here' ? held : plain, `${step}${at}`)
          if (next === 'go on') continue
          expect(await held.entries.branch(id)).toEqual(await plain.entries.branch(id))
          for (const limit of [1, 3, 40])
            expect(await held.entries.page(id, { limit })).toEqual(await plain.entries.page(id, { limit }))
        }
      },
    ),
  )
})
