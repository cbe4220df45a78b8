import fc from 'fast-check'
import { expect, test } from 'vitest'
import { user } from '../core/message.ts'
import { undo } from '../core/undo.ts'
import { openMemory } from '../stores/memory/open.ts'
import { openTestEngine, say, saying, type TestEngine } from '../testing/test-engine.ts'
import type { Scope } from './engine.ts'
import type { HeldBranch } from './held-branches.ts'
import { createHeldBranches } from './held-branches.ts'
import { readSnapshot } from './snapshot.ts'
import { retry } from './turn/answer-again.ts'

/** What may happen between two turns, in this process or in another. */
const between: Readonly<Record<string, (scope: Scope, nth: number) => Promise<unknown>>> = {
  nothing: async () => {},
  rename: ({ store, conversation }, nth) => store.conversations.update(conversation, { title: `${nth}` }),
  protect: ({ store, conversation }, nth) =>
    store.entries.append(conversation, [
      { id: `p${nth}`, type: 'protection', span: { from: 1, to: 1 }, action: 'protect' },
    ]),
  async fold({ store, conversation }, nth) {
    const { branch, conversation: now } = await store.entries.branch(conversation)
    const to = branch.findLast(({ type }) => type === 'message')!.depth
    const fold = { type: 'summary', span: { from: 2, to }, kept: [], text: 'Old.', tag: 's', count: 1 } as const
    const base = now.head.compaction
    const compaction = { type: 'compaction', version: 1, base, edits: null, folds: [fold] } as const
    if (to > 2) await store.entries.append(conversation, [{ id: `c${nth}`, ...compaction }]).catch(() => {})
  },
  async undo({ store, conversation }, nth) {
    const entry = undo((await store.entries.branch(conversation)).branch)
    if (entry !== null) await store.entries.append(conversation, [{ id: `u${nth}`, ...entry }])
  },
  async goBack({ store, conversation }) {
    const { head } = await store.conversations.get(conversation)
    await store.branches.move(conversation, { line: head.line, depth: Math.max(1, head.depth - 1) })
  },
  async writeElsewhere({ store, conversation }, nth) {
    await store.entries.append(conversation, [{ id: `e${nth}`, type: 'message', message: user('Me too.'), count: 3 }])
  },
  async beginAgain({ store, conversation }, nth) {
    const { head } = await store.conversations.get(conversation)
    await store.conversations.purge(conversation)
    await store.conversations.create({ id: conversation })
    const others = Array.from({ length: head.depth }, (_, at) => `o${nth}.${at}`)
    await store.entries.append(
      conversation,
      others.map(id => ({ id, type: 'message', message: user(id), count: 3 })),
    )
  },
  async answerAnew(scope) {
    const sent = await retry(scope)
    await scope.engine.activeTurns.get(scope.conversation)?.done
    return sent
  },
}

/** What is held after a turn, and what the store would answer. */
async function heldAndStored({ scope }: TestEngine): Promise<readonly [unknown, unknown]> {
  await Promise.all([...scope.engine.background].map(({ done }) => done))
  const { conversation, branch, newest, status } = await readSnapshot(scope)
  const held = scope.engine.heldBranches.get(scope.conversation)
  const noted = (await scope.store.conversations.get(scope.conversation)).status
  return [
    { branch: held?.branch, newest: held?.newest, version: held?.conversation.version, noted },
    { branch, newest, version: conversation.version, noted: status },
  ]
}

test('N5 what a turn holds of its conversation is what the store would answer, whatever happened between the turns', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(between)), { maxLength: 6 }), async steps => {
      const it = await openTestEngine({ storage: openMemory(), generate: saying('Yes, and so on.') })
      await say(it, 'Hello')
      for (const [nth, step] of steps.entries()) {
        await between[step]!(it.scope, nth)
        await say(it, `Question ${nth}`)
        const [held, stored] = await heldAndStored(it)
        expect(held).toEqual(stored)
      }
    }),
    { numRuns: 60 },
  )
})

test('N5 the second turn of a conversation reads nothing', async () => {
  const storage = openMemory()
  const it = await openTestEngine({ storage })
  await say(it, 'Hello')
  const read: string[] = []
  const { store } = it.scope
  const scope: Scope = { ...it.scope, store: { ...store, entries: watched(store.entries, read) } }
  await say({ ...it, scope }, 'And again')
  expect(read).toEqual([])
})

const watched = <Room extends object>(room: Room, read: string[]): Room =>
  new Proxy(room, {
    get(target, name, receiver) {
      read.push(String(name))
      return Reflect.get(target, name, receiver)
    },
  })

test('N5 held branches take a bounded room; those that were silent for longest go first', () => {
  const held = createHeldBranches()
  const message = user('x'.repeat(10_000_000))
  const branchOf = (id: string) =>
    ({ conversation: { id }, branch: [{ message }], newest: [] }) as unknown as HeldBranch
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'a', 'g']) held.hold(branchOf(id))
  expect(['a', 'b', 'c', 'g'].map(id => held.get(id)?.conversation.id)).toEqual(['a', undefined, 'c', 'g'])
  held.hold({ ...branchOf('h'), branch: [{ message: user('x'.repeat(70_000_000)) }] as never })
  expect(['c', 'g', 'h'].map(id => held.get(id))).toEqual([null, null, null])
})
