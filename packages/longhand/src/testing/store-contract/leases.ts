import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Storage, Store } from '../../engine/ports/store.ts'
import type { CompactionJob } from '../../engine/ports/store-compactions.ts'
import type { Conversation } from '../../engine/ports/store-conversations.ts'
import type { TurnJob } from '../../engine/ports/store-turns.ts'
import { claimed, compact, folding, lease, otherLease, plannedOn, type StoreRule, said, talk } from './room.ts'

const hour = 60 * 60 * 1000
const third = { worker: 'three', ms: 30_000 }

const wanted = (conversation: Conversation, id: string = randomUUID()) => ({
  id,
  base: plannedOn(conversation),
  span: { from: 2, to: 5 },
  plan: null,
})

/** The compaction of a conversation that a process finds when it looks for what others left behind. */
async function foundJob(storage: Storage, conversation: string, by = otherLease): Promise<CompactionJob | null> {
  for (;;) {
    const job = await storage.maintenance.claimCompaction(by)
    if (job === null || job.conversation === conversation) return job
  }
}

async function foundTurn(storage: Storage, conversation: string, by = otherLease): Promise<TurnJob | null> {
  for (;;) {
    const turn = await storage.maintenance.claimTurn(by)
    if (turn === null || turn.conversation === conversation) return turn
  }
}

const started = async (store: Store, id: string) => (await store.turns.start(id, { id: 't' }, lease)).turn

export const leaseRules: readonly StoreRule[] = [
  {
    name: 'owners that died with a compaction are counted, apart from attempts (F3)',
    run: async ({ store, storage, pass }) => {
      const conversation = await talk(store, 8)
      const job = await claimed(store, conversation, 5)
      deepEqual([job.attempt, job.deaths], [1, 0])
      ok(Math.abs(job.at - (await store.conversations.get(conversation.id)).updatedAt) < 60_000)
      ok(await store.compactions.park(job, 'ready text'))
      const swapped = (await store.compactions.claim(conversation.id, lease))!
      deepEqual([swapped.attempt, swapped.deaths], [2, 0])
      await pass(31_000)
      const taken = (await foundJob(storage, conversation.id))!
      deepEqual([taken.attempt, taken.deaths, taken.draft], [3, 1, 'ready text'])
      await pass(31_000)
      deepEqual((await store.compactions.claim(conversation.id, third))!.deaths, 2)
    },
  },
  {
    name: 'whoever takes up its own job again, or hands it over, has not died (D4)',
    run: async ({ store, storage, pass }) => {
      const conversation = await talk(store, 8)
      const job = await claimed(store, conversation, 5)
      await store.compactions.draft(job, 'paid for')
      await pass(31_000)
      const again = (await store.compactions.claim(conversation.id, lease))!
      deepEqual([again.attempt, again.deaths], [2, 0])
      equal(await store.compactions.release(job), false)
      ok(await store.compactions.release(again))
      equal(await store.compactions.beat(again, lease), 'lost')
      equal((await store.compactions.get(conversation.id, job.id)).status, 'pending')
      const next = (await foundJob(storage, conversation.id))!
      deepEqual([next.id, next.attempt, next.deaths, next.draft], [job.id, 3, 0, 'paid for'])
      equal((await store.compactions.finish(next, folding(null, 5), {})).type, 'done')
    },
  },
  {
    name: 'a compaction that takes the place of one that was cancelled does not make its deaths forgotten (F3)',
    run: async ({ store, pass }) => {
      const conversation = await talk(store, 8)
      await claimed(store, conversation, 5)
      await pass(31_000)
      ok(await store.compactions.cancel(conversation.id))
      const second = await claimed(store, conversation, 5)
      equal(second.deaths, 1)
      ok(await store.compactions.cancel(conversation.id))
      const third = await claimed(store, conversation, 5)
      equal(third.deaths, 1)
      ok(await store.compactions.end(third, 'failed', 'enough'))
      equal((await claimed(store, conversation, 5)).deaths, 0)
    },
  },
  {
    name: 'who goes silent while a model is waited for has not died of it (F3)',
    run: async ({ store, storage, pass }) => {
      const conversation = await talk(store, 8)
      const job = await claimed(store, conversation, 5)
      equal(await store.compactions.beat(job, lease, 'waiting'), 'held')
      await pass(31_000)
      const second = (await foundJob(storage, conversation.id))!
      equal(second.deaths, 0)
      await store.compactions.beat(second, otherLease, 'waiting')
      await store.compactions.beat(second, otherLease)
      await pass(31_000)
      const last = (await foundJob(storage, conversation.id, third))!
      equal(last.deaths, 1)
      await store.compactions.beat(last, third, 'waiting')
      await pass(31_000)
      ok(await store.compactions.cancel(conversation.id))
      equal((await store.compactions.get(conversation.id, job.id)).deaths, 1)
    },
  },
  {
    name: 'the deaths of a summary are not those of an extract that takes its place, nor the other way round (F3)',
    run: async ({ store, pass }) => {
      const conversation = await talk(store, 8)
      await claimed(store, conversation, 5)
      await pass(31_000)
      ok(await store.compactions.cancel(conversation.id))
      const next = async () => {
        await store.compactions.request(conversation.id, { ...wanted(conversation), words: 'originals' })
        return (await store.compactions.claim(conversation.id, lease))!
      }
      const extract = await next()
      deepEqual([extract.words, extract.deaths], ['originals', 0])
      await pass(31_000)
      ok(await store.compactions.cancel(conversation.id))
      equal((await next()).deaths, 1)
      ok(await store.compactions.cancel(conversation.id))
      equal((await claimed(store, conversation, 5)).deaths, 0)
    },
  },
  {
    name: 'owners that died with an answer are counted (K8)',
    run: async ({ store, storage, pass }) => {
      const { id } = await talk(store, 1)
      equal((await started(store, id)).deaths, 0)
      await pass(31_000)
      deepEqual((await foundTurn(storage, id))!.deaths, 1)
      await pass(31_000)
      const start = await store.turns.start(id, { id: 'next' }, third)
      deepEqual([start.type, start.turn.attempt, start.turn.deaths], ['abandoned', 3, 2])
    },
  },
  {
    name: 'who comes back late and finds its answer taken by nobody ends it, and has not died (F5)',
    run: async ({ store, pass }) => {
      const { id } = await talk(store, 1)
      const turn = await started(store, id)
      await pass(40_000)
      equal((await store.turns.finish(turn, 'failed'))!.turn.status, 'failed')
      deepEqual((await store.turns.latest(id))!.deaths, 0)
      equal((await store.turns.start(id, { id: 'next' }, otherLease)).type, 'started')
    },
  },
  {
    name: 'what kills whoever as much as looks at it is ended by those who do not (F3)',
    run: async ({ store, storage, pass }) => {
      const conversation = await talk(store, 8)
      const { id } = await claimed(store, conversation, 5)
      await started(store, conversation.id)
      for (let deaths = 1; deaths < 5; deaths++) {
        await pass(31_000)
        const heir = { worker: `heir ${deaths}`, ms: 30_000 }
        equal((await foundJob(storage, conversation.id, heir))!.deaths, deaths)
        equal((await foundTurn(storage, conversation.id, heir))!.deaths, deaths)
      }
      await pass(31_000)
      equal(await foundJob(storage, conversation.id), null)
      equal(await foundTurn(storage, conversation.id), null)
      const job = await store.compactions.get(conversation.id, id)
      deepEqual([job.status, job.reason, job.deaths], ['failed', 'Five processes died with it.', 5])
      equal((await store.turns.latest(conversation.id))!.status, 'interrupted')
      ok(await claimed(store, await store.conversations.get(conversation.id), 5))
    },
  },
  {
    name: 'a clock that is set back does not keep the leases of the dead, and the living keep theirs (D4)',
    run: async ({ store, storage, pass }) => {
      const [dead, alive] = [await talk(store, 8), await talk(store, 8)]
      await claimed(store, dead, 5)
      await started(store, dead.id)
      const job = await claimed(store, alive, 5)
      const turn = await started(store, alive.id)
      await pass(-hour)
      const beat = async () => {
        equal(await store.compactions.beat(job, lease), 'held')
        equal(await store.turns.beat(turn, lease), 'held')
      }
      equal(await foundJob(storage, dead.id), null)
      equal(await foundTurn(storage, dead.id), null)
      await pass(10_000)
      await beat()
      await pass(21_000)
      equal((await foundJob(storage, dead.id))!.deaths, 1)
      equal((await foundTurn(storage, dead.id))!.deaths, 1)
      await beat()
    },
  },
  {
    name: 'the latest turn is the one that began last, whatever the clock does (D4)',
    run: async ({ store, pass }) => {
      const { id } = await talk(store, 1)
      const answered = async (turn: string) =>
        store.turns.finish((await store.turns.start(id, { id: turn }, lease)).turn, 'done')
      const latest = async () => (await store.turns.latest(id))!.id
      await answered('first')
      await pass(-hour)
      await answered('second')
      equal(await latest(), 'second')
      const opening = { type: 'say', entries: [said('user', 'hello', 'first')] } as const
      const again = await store.turns.start(id, { id: 'first', opening }, lease)
      equal(again.type, 'started')
      await store.turns.finish(again.turn, 'failed')
      equal(await latest(), 'first')
    },
  },
  {
    name: 'a clock that is set back does not keep a compaction from who asks for it in its conversation (D4)',
    run: async ({ store, pass }) => {
      const conversation = await talk(store, 8)
      await claimed(store, conversation, 5)
      await pass(-hour)
      equal(await store.compactions.claim(conversation.id, otherLease), null)
      await pass(31_000)
      equal((await store.compactions.claim(conversation.id, otherLease))!.attempt, 2)
    },
  },
  {
    name: 'a clock that is set forward takes the job of a living worker: the fence holds, and set back it is all as before (D4)',
    run: async ({ store, storage, pass }) => {
      const conversation = await talk(store, 8)
      const job = await claimed(store, conversation, 5)
      await pass(hour)
      const taken = (await foundJob(storage, conversation.id))!
      await pass(-hour)
      deepEqual(await store.compactions.finish(job, folding(null, 5), {}), { type: 'lost' })
      equal((await store.compactions.finish(taken, folding(null, 5), {})).type, 'done')
      equal((await store.conversations.get(conversation.id)).head.depth, 9)
    },
  },
  {
    name: 'after a clock was set back nobody cools down longer than ever, and the newest is the last requested (C12)',
    run: async ({ store, pass }) => {
      const after = await compact(store, await talk(store, 8), 4)
      await pass(-hour)
      const span = { from: 2, to: 6 }
      const asked = await store.compactions.request(after.id, { ...wanted(after, 'next'), span, cooldownMs: 30_000 })
      equal(asked.type, 'requested')
      deepEqual(
        (await store.compactions.list(after.id)).map(({ id }) => id),
        ['next', after.head.compaction],
      )
    },
  },
  {
    name: 'after a clock was set back an abnormal end is still offered, and the living are not (K7)',
    run: async ({ store, pass }) => {
      const { id } = await talk(store, 1)
      await store.runs.attach({ id: 'killed', conversation: id, client: 'terminal' })
      await store.runs.attach({ id: 'alive', conversation: id, client: 'web' })
      await pass(-hour)
      await store.runs.beat('alive')
      deepEqual(
        (await store.runs.unclean({ silentMs: 30_000 })).map(({ run }) => run.id),
        ['killed'],
      )
    },
  },
]
