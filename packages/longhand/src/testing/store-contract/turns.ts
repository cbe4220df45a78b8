import { deepEqual, equal, ok } from 'node:assert/strict'
import { fails, lease, newConversation, otherLease, type StoreRule, said, talk } from './room.ts'

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
    name: 'a turn starts together with its message, what goes before it and its protection, all of it or none (N7 H5)',
    run: async ({ store }) => {
      const { id } = await talk(store, 2)
      const entries = [said('user', 'a record', 'r'), said('user', 'hello\u0000', 'u')]
      const opening = { type: 'say', entries, after: 'm1', protection: 'p', title: 'A title\u0000' } as const
      await fails('not-found', store.turns.start(id, { id: 'u', opening: { ...opening, after: 'nowhere' } }, lease))
      const taken = { ...opening, entries: [said('user', 'other words', 'm1')] }
      await fails('conflict', store.turns.start(id, { id: 'u', opening: taken }, lease))
      equal(await store.turns.latest(id), null)
      equal((await store.conversations.get(id)).totals.messages, 2)
      const start = await store.turns.start(id, { id: 'u', opening: { ...opening, settings: { briefed: 1 } } }, lease)
      ok(start.type === 'started')
      const { entries: stored } = await store.entries.page(id, { limit: 9 })
      deepEqual(start.opened, stored.slice(1, 3))
      deepEqual(
        stored.map(({ entry }) => entry.id),
        ['m1', 'r', 'u', 'p'],
      )
      const { id: _, ...protection } = stored[3]!.entry
      deepEqual(protection, { type: 'protection', depth: 4, span: { from: 3, to: 3 }, action: 'protect' })
      const { title, settings, epoch } = await store.conversations.get(id)
      deepEqual([title, settings, epoch], ['A title\u0000', { briefed: 1 }, 1])
      const again = await store.turns.start(id, { id: 'u', opening }, otherLease)
      deepEqual([again.type, again.turn.id], ['running', 'u'])
      await store.turns.finish(start.turn, 'done')
      equal((await store.turns.start(id, { id: 'u', opening }, otherLease)).type, 'repeated')
      const next = { ...opening, entries: [said('user', 'next', 'v')], after: 'u', protection: 'q', title: 'Another' }
      equal((await store.turns.start(id, { id: 'v', opening: next }, lease)).type, 'started')
      equal((await store.conversations.get(id)).title, 'A title\u0000')
      equal((await store.conversations.get(id)).totals.messages, 4)
    },
  },
  {
    name: 'a turn that ended before its message was stored begins again with it (H5)',
    run: async ({ store }) => {
      const { id } = await talk(store, 1)
      const { turn } = await store.turns.start(id, { id: 'u' }, lease)
      await store.turns.save(turn, text('shown'), lease)
      await store.turns.finish(turn, 'failed')
      const opening = { type: 'say', entries: [said('user', 'hello', 'u')] } as const
      const start = await store.turns.start(id, { id: 'u', request: { again: true }, opening }, otherLease)
      deepEqual(
        [start.type, start.turn.attempt, start.turn.worker, start.turn.request, start.turn.parts, start.turn.endedAt],
        ['started', 2, 'two', { again: true }, [], null],
      )
      equal(await store.turns.beat(turn, lease), 'lost')
      equal(await store.turns.beat(start.turn, otherLease), 'held')
      deepEqual(await store.turns.latest(id), start.turn)
      equal((await store.entries.find(id, ['u'])).length, 1)
    },
  },
  {
    name: 'a turn can open before the first message, in a branch of its own (W5)',
    run: async ({ store }) => {
      const { id } = await talk(store, 3)
      const opening = { type: 'say', entries: [said('user', 'another start', 's')], after: null } as const
      const start = await store.turns.start(id, { id: 's', opening }, lease)
      equal(start.type === 'started' && start.opened[0]?.entry.depth, 1)
      equal((await store.branches.list(id)).length, 2)
    },
  },
  {
    name: 'a turn that answers anew stands where it answers as it starts; the place before is a checkpoint (W5)',
    run: async ({ store }) => {
      const { id } = await talk(store, 4)
      const { line } = (await store.conversations.get(id)).head
      const opening = { type: 'move', to: { line, depth: 2 } } as const
      await fails(
        'not-found',
        store.turns.start(id, { id: 't', opening: { ...opening, to: { line, depth: 9 } } }, lease),
      )
      equal(await store.turns.latest(id), null)
      const start = await store.turns.start(id, { id: 't', opening }, lease)
      deepEqual([start.type, start.type === 'started' && start.opened], ['started', []])
      equal((await store.conversations.get(id)).head.entry, 'm2')
      equal((await store.checkpoints.list(id))[0]!.place.depth, 4)
      await store.turns.finish(start.turn, 'done')
      equal((await store.turns.start(id, { id: 'there', opening }, lease)).type, 'started')
      equal((await store.checkpoints.list(id)).length, 1)
      equal(
        (await store.turns.start(id, { id: 'u', opening: { ...opening, to: { line, depth: 1 } } }, lease)).type,
        'running',
      )
      equal((await store.conversations.get(id)).head.entry, 'm2')
    },
  },
  {
    name: 'a step is stored and what was shown of it forgotten in one commit, unless the fence has fallen (K8)',
    run: async ({ store, pass }) => {
      const { id } = await talk(store, 1)
      const { turn } = await store.turns.start(id, { id: 't' }, lease)
      await store.turns.save(turn, text('shown'), lease)
      await pass(20_000)
      const step = { entries: [said('assistant', 'shown and said', 's1')], after: 'm1' }
      const kept = (await store.turns.keepStep(turn, step, lease))!
      deepEqual([kept.turn.status, kept.turn.parts, kept.appended!.outcome], ['running', [], 'appended'])
      equal((await store.turns.keepStep(turn, step, lease))!.appended!.outcome, 'repeated')
      await pass(20_000)
      equal((await store.turns.start(id, { id: 'next' }, otherLease)).type, 'running')
      equal((await store.turns.keepStep(turn, { entries: [], after: 's1' }, lease))!.appended, null)
      await pass(31_000)
      equal((await store.turns.start(id, { id: 'next' }, otherLease)).type, 'abandoned')
      const zombie = { entries: [said('assistant', 'zombie', 's2')], after: 's1' }
      equal(await store.turns.keepStep(turn, zombie, lease), null)
      equal((await store.conversations.get(id)).totals.messages, 2)
    },
  },
  {
    name: 'what a writer says after it was fenced off is stored beside what was kept; the head follows unless someone went on (K8)',
    run: async ({ store, pass }) => {
      const { id } = await talk(store, 1)
      const about = { turn: 't' }
      const part = { ...said('assistant', 'half', 'part'), about }
      const { turn } = await store.turns.start(id, { id: 't' }, lease)
      await pass(31_000)
      const { turn: taken } = await store.turns.start(id, { id: 'next' }, otherLease)
      const late = { entries: [{ ...said('assistant', 'half and whole', 'late'), about }], after: 'm1' }
      // Whoever has taken it may still be storing what was shown.
      const early = { entries: [{ ...said('assistant', 'early', 'early'), about }], after: 'm1' }
      equal((await store.turns.keepLate(turn, early)).outcome, 'appended')
      ok(await store.turns.finish(taken, 'interrupted', { entries: [part], after: 'early' }))
      equal((await store.turns.keepLate(turn, late)).outcome, 'forked')
      equal((await store.turns.keepLate(turn, late)).outcome, 'repeated')
      const { head, totals } = await store.conversations.get(id)
      deepEqual([head.entry, totals.messages], ['late', 2])
      const opening = { type: 'say', entries: [said('user', 'and', 'u')] } as const
      const next = await store.turns.start(id, { id: 'u', opening }, lease)
      const later = { entries: [{ ...said('assistant', 'even later', 'later'), about }], after: 'm1' }
      await store.turns.keepLate(turn, later)
      equal((await store.conversations.get(id)).head.entry, 'u')
      await store.turns.finish(next.turn, 'done')
      await store.turns.keepLate(turn, { ...later, entries: [{ ...later.entries[0]!, id: 'latest' }] })
      equal((await store.conversations.get(id)).head.entry, 'u')
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
          const turn = await storage.maintenance.claimTurn(otherLease)
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
      await store.runs.attach({ id: 'killed', conversation: id, client: 'terminal' })
      await store.runs.attach({ id: 'left', conversation: id, client: 'web' })
      await store.runs.attach({ id: 'alive', conversation: id, client: 'web' })
      await store.runs.leave('left')
      deepEqual(await store.runs.unclean({ silentMs: 30_000 }), [])
      await pass(31_000)
      equal(await store.runs.beat('alive'), true)
      const [found, ...others] = await store.runs.unclean({ silentMs: 30_000 })
      deepEqual(others, [])
      deepEqual(
        [found!.run.id, found!.run.client, found!.title, found!.checkpoint!.label],
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
      await store.runs.attach({ id: 'r', conversation: id, client: 'server' })
      await storage.maintenance.endLeases()
      equal((await store.turns.start(id, { id: 'next' }, otherLease)).type, 'abandoned')
      equal((await store.runs.unclean({ silentMs: 30_000 })).length, 1)
      await store.runs.beat('r')
      deepEqual(await store.runs.unclean({ silentMs: 30_000 }), [])
    },
  },
]
