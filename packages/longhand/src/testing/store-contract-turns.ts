import { deepEqual, equal, ok } from 'node:assert/strict'
import { fails, lease, newConversation, otherLease, type StoreRule, said, talk } from './store-contract-room.ts'

const text = (words: string) => [{ type: 'text', text: words }] as const

export const turnRules: readonly StoreRule[] = [
  {
    name: 'one answer at a time: another start is told which one runs (H5)',
    run: async ({ store }) => {
      const { id } = await talk(store, 1)
      const starts = await Promise.all(
        ['a', 'b', 'c'].map(turn => store.turns.start(id, { id: turn, request: { model: 'x' } }, lease)),
      )
      deepEqual(starts.map(({ type }) => type).toSorted(), ['running', 'running', 'started'])
      const { turn } = starts.find(({ type }) => type === 'started')!
      deepEqual(
        [turn.status, turn.attempt, turn.worker, turn.request, turn.parts],
        ['running', 1, 'one', { model: 'x' }, []],
      )
      ok(starts.every(start => start.turn.id === turn.id))
      deepEqual(await store.turns.latest(id), turn)
      await store.turns.finish(turn, 'done')
      equal((await store.turns.start(id, { id: turn.id }, lease)).type, 'repeated')
      equal((await store.turns.start(id, { id: 'next' }, lease)).type, 'started')
    },
  },
  {
    name: 'what was shown is kept, and the answer is appended as the turn ends, in one commit (K8)',
    run: async ({ store }) => {
      const { id } = await talk(store, 1)
      const { turn } = await store.turns.start(id, { id: 't' }, lease)
      equal(await store.turns.save(turn, text('half an ans\u0000'), lease), 'held')
      deepEqual((await store.turns.latest(id))!.parts, text('half an ans\u0000'))
      const finished = (await store.turns.finish(turn, 'done', {
        entries: [said('assistant', 'answer', 'a')],
        after: 'm1',
      }))!
      deepEqual([finished.turn.status, finished.appended!.outcome], ['done', 'appended'])
      equal((await store.conversations.get(id)).head.entry, 'a')
      equal(await store.turns.finish(turn, 'done', { entries: [said('assistant', 'again', 'b')] }), null)
      equal((await store.conversations.get(id)).totals.messages, 2)
    },
  },
  {
    name: 'entries that cannot be appended leave the turn running',
    run: async ({ store }) => {
      const { id } = await talk(store, 1)
      const { turn } = await store.turns.start(id, { id: 't' }, lease)
      await fails('conflict', store.turns.finish(turn, 'done', { entries: [said('assistant', 'x', 'm1')] }))
      equal((await store.turns.latest(id))!.status, 'running')
    },
  },
  {
    name: 'an answer that was left behind is found with all that was shown, and its writer is fenced off (K8)',
    run: async ({ store, pass }) => {
      const { id } = await talk(store, 1)
      const { turn } = await store.turns.start(id, { id: 't' }, lease)
      await store.turns.save(turn, text('shown'), lease)
      await pass(31_000)
      const start = await store.turns.start(id, { id: 'next' }, otherLease)
      deepEqual([start.type, start.turn.id, start.turn.attempt, start.turn.parts], ['abandoned', 't', 2, text('shown')])
      equal(await store.turns.save(turn, text('zombie'), lease), 'lost')
      equal(await store.turns.beat(turn, lease), 'lost')
      equal(await store.turns.finish(turn, 'done', { entries: [said('assistant', 'zombie')] }), null)
      ok(
        await store.turns.finish(start.turn, 'interrupted', {
          entries: [said('assistant', 'shown', 'kept')],
          after: 'm1',
        }),
      )
      equal((await store.turns.start(id, { id: 'next' }, otherLease)).type, 'started')
      equal((await store.conversations.get(id)).totals.messages, 2)
    },
  },
  {
    name: 'a stop reaches the writer in whichever process it is; a disconnect stops nothing (H5)',
    run: async ({ store }) => {
      const { id } = await talk(store, 1)
      equal(await store.turns.stop(id), false)
      const { turn } = await store.turns.start(id, { id: 't' }, lease)
      equal(await store.turns.beat(turn, lease), 'held')
      equal(await store.turns.stop(id), true)
      equal(await store.turns.save(turn, text('so far'), lease), 'stop')
      ok(await store.turns.finish(turn, 'stopped'))
      equal((await store.turns.latest(id))!.status, 'stopped')
    },
  },
  {
    name: 'any process can finish an answer that was left behind (D4)',
    run: async ({ store, storage, pass }) => {
      const { id } = await talk(store, 1)
      await store.turns.start(id, { id: 't' }, lease)
      const mine = async () => {
        for (;;) {
          const turn = await storage.chores.claimTurn(otherLease)
          if (turn === null || turn.conversation === id) return turn
        }
      }
      equal(await mine(), null)
      await pass(31_000)
      const taken = (await mine())!
      deepEqual([taken.id, taken.attempt, taken.worker], ['t', 2, 'two'])
      ok(await storage.as(taken.owner).turns.finish(taken, 'interrupted'))
      equal(await mine(), null)
    },
  },
  {
    name: 'an abnormal end is offered for recovery with its newest checkpoint, a clean one is not (K7)',
    run: async ({ store, pass }) => {
      const { id } = await newConversation(store, 'Work')
      await store.checkpoints.create(id, { label: 'safe' })
      await store.runs.attach({ id: 'killed', conversation: id, face: 'terminal' })
      await store.runs.attach({ id: 'left', conversation: id, face: 'web' })
      await store.runs.attach({ id: 'alive', conversation: id, face: 'web' })
      await store.runs.leave('left')
      deepEqual(await store.runs.unclean({ silentMs: 30_000 }), [])
      await pass(31_000)
      equal(await store.runs.beat('alive'), true)
      const [found, ...others] = await store.runs.unclean({ silentMs: 30_000 })
      deepEqual(others, [])
      deepEqual(
        [found!.run.id, found!.run.face, found!.title, found!.checkpoint!.label],
        ['killed', 'terminal', 'Work', 'safe'],
      )
      await store.runs.leave('killed')
      deepEqual(await store.runs.unclean({ silentMs: 30_000 }), [])
      equal(await store.runs.beat('killed'), false)
    },
  },
  {
    name: 'whoever holds the only lock can end all leases at once',
    run: async ({ store, storage }) => {
      const { id } = await talk(store, 1)
      await store.turns.start(id, { id: 't' }, lease)
      await store.runs.attach({ id: 'r', conversation: id, face: 'server' })
      await storage.chores.endLeases()
      equal((await store.turns.start(id, { id: 'next' }, otherLease)).type, 'abandoned')
      equal((await store.runs.unclean({ silentMs: 30_000 })).length, 1)
      await store.runs.beat('r')
      deepEqual(await store.runs.unclean({ silentMs: 30_000 }), [])
    },
  },
]
