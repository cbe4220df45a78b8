import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { activeFolds } from '../../core/branch.ts'
import { view } from '../../core/view.ts'
import { claimed, compact, folding, lease, otherLease, plannedOn, type StoreRule, said, talk } from './room.ts'

export const compactionRules: readonly StoreRule[] = [
  {
    name: 'from request to commit: the entry counts, the receipt is kept, a checkpoint was saved before (C11 C13 K2)',
    run: async ({ store }) => {
      const before = await talk(store, 8)
      const job = await claimed(store, before, 5)
      deepEqual([job.status, job.attempt, job.worker, job.span], ['running', 1, 'one', { from: 2, to: 5 }])
      ok(await store.compactions.draft(job, { text: 'Summary\u0000' }))
      const finished = await store.compactions.finish(job, folding(null, 5), { retention: 0.97 })
      equal(finished.type, 'done')
      const { conversation, branch } = await store.entries.branch(before.id)
      deepEqual([conversation.head.compaction, conversation.head.depth], [job.id, 9])
      deepEqual([before.compactions, conversation.compactions], [0, 1])
      deepEqual(
        view(branch).map(({ kind }) => kind),
        ['verbatim', 'summary', 'verbatim', 'verbatim', 'verbatim'],
      )
      const [record] = await store.compactions.list(before.id)
      deepEqual(
        [record!.status, record!.receipt, record!.draft],
        ['done', { retention: 0.97 }, { text: 'Summary\u0000' }],
      )
      deepEqual(await store.compactions.get(before.id, job.id), record)
      equal((await store.checkpoints.list(before.id))[0]!.kind, 'before-compaction')
    },
  },
  {
    name: 'one at a time: a duplicate request is answered with the one that is live (C12)',
    run: async ({ store }) => {
      const conversation = await talk(store, 8)
      const ask = () =>
        store.compactions.request(conversation.id, {
          id: randomUUID(),
          base: plannedOn(conversation),
          span: { from: 2, to: 5 },
          plan: null,
        })
      const answers = await Promise.all(Array.from({ length: 20 }, ask))
      deepEqual(answers.filter(({ type }) => type === 'requested').length, 1)
      equal(new Set(answers.map(answer => ('job' in answer ? answer.job.id : ''))).size, 1)
      const claims = await Promise.all(
        Array.from({ length: 10 }, () => store.compactions.claim(conversation.id, lease)),
      )
      equal(claims.filter(job => job !== null).length, 1)
    },
  },
  {
    name: 'messages appended meanwhile do not spoil a compaction (C5)',
    run: async ({ store }) => {
      const job = await claimed(store, await talk(store, 8), 5)
      await store.entries.append(job.conversation, [said('user', 'typed meanwhile')])
      const finished = await store.compactions.finish(job, folding(null, 5), {})
      equal(finished.type, 'done')
      const { branch } = await store.entries.branch(job.conversation)
      equal(view(branch).length, 6)
    },
  },
  {
    name: 'cutting an old tool output meanwhile does not spoil it; the entry stands on what is in force then (C5 C6)',
    run: async ({ store }) => {
      const first = await compact(store, await talk(store, 8), 4)
      const job = await claimed(store, first, 6)
      const { branch } = await store.entries.branch(first.id)
      const trim = { type: 'trim', span: { from: 8, to: 8 }, limit: 100, count: 1 } as const
      const cut = { ...folding(first.head.compaction, 4, 2), folds: [...activeFolds(branch), trim], id: 'cut' }
      await store.entries.append(first.id, [cut])
      await rejects(store.compactions.finish(job, folding(first.head.compaction, 6, 2), {}), { code: 'stale' })
      equal((await store.compactions.get(first.id, job.id)).status, 'running')
      const again = await store.compactions.request(first.id, {
        id: 'second',
        base: { ...plannedOn(first), compaction: 'cut' },
        span: { from: 2, to: 6 },
        plan: null,
      })
      deepEqual([again.type, 'job' in again && again.job.id], ['live', job.id])
      equal((await store.compactions.finish(job, folding('cut', 6, 3), {})).type, 'done')
    },
  },
  {
    name: 'protecting inside the span spoils it, protecting after it does not (C5)',
    run: async ({ store }) => {
      const protect = (depth: number) =>
        ({ type: 'protection', id: randomUUID(), span: { from: depth, to: depth }, action: 'protect' }) as const
      const job = await claimed(store, await talk(store, 8), 5)
      await store.entries.append(job.conversation, [protect(7)])
      await store.entries.append(job.conversation, [protect(3)])
      const before = await store.entries.branch(job.conversation)
      deepEqual(await store.compactions.finish(job, folding(null, 5), {}), { type: 'stale' })
      const after = await store.entries.branch(job.conversation)
      deepEqual(after.branch, before.branch)
      equal((await store.compactions.get(job.conversation, job.id)).status, 'cancelled')
      const next = await claimed(store, after.conversation, 5)
      await store.entries.append(job.conversation, [protect(8)])
      equal((await store.compactions.finish(next, folding(null, 5), {})).type, 'done')
    },
  },
  {
    name: 'going back into the span, or forking inside it, spoils it; going back behind it does not (C5)',
    run: async ({ store }) => {
      const place = (depth: number) => ({ line: 1, depth })
      const a = await claimed(store, await talk(store, 8), 5)
      await store.branches.move(a.conversation, place(4))
      deepEqual(await store.compactions.finish(a, folding(null, 5), {}), { type: 'stale' })
      const b = await claimed(store, await talk(store, 8), 5)
      await store.entries.append(
        b.conversation,
        ['x', 'y', 'z'].map(text => said('user', text)),
        { after: 'm3' },
      )
      deepEqual(await store.compactions.finish(b, folding(null, 5), {}), { type: 'stale' })
      const c = await claimed(store, await talk(store, 8), 5)
      await store.entries.append(c.conversation, [said('user', 'another way')], { after: 'm6' })
      equal((await store.compactions.finish(c, folding(null, 5), {})).type, 'done')
    },
  },
  {
    name: 'a compaction planned on another one in force does not count (compare-and-set)',
    run: async ({ store }) => {
      const first = await compact(store, await talk(store, 8), 4)
      const job = await claimed(store, first, 6)
      await store.entries.append(first.id, [{ type: 'undo', id: 'u', compaction: first.head.compaction! }])
      const before = await store.entries.branch(first.id)
      deepEqual(await store.compactions.finish(job, folding(first.head.compaction, 6, 2), {}), { type: 'stale' })
      deepEqual((await store.entries.branch(first.id)).branch, before.branch)
      const stale = await store.compactions.request(first.id, {
        id: 'late',
        base: plannedOn(first),
        span: { from: 2, to: 6 },
        plan: null,
      })
      deepEqual(stale, { type: 'stale' })
    },
  },
  {
    name: 'a worker that went silent loses its job, and cannot touch it when it wakes (the fence)',
    run: async ({ store, pass }) => {
      const job = await claimed(store, await talk(store, 8), 5)
      equal(await store.compactions.claim(job.conversation, otherLease), null)
      await store.compactions.draft(job, 'paid for')
      await pass(31_000)
      const taken = (await store.compactions.claim(job.conversation, otherLease))!
      deepEqual([taken.id, taken.attempt, taken.worker, taken.draft], [job.id, 2, 'two', 'paid for'])
      equal(await store.compactions.beat(job, lease), 'lost')
      equal(await store.compactions.draft(job, 'zombie'), false)
      equal(await store.compactions.park(job, 'zombie'), false)
      equal(await store.compactions.end(job, 'failed', 'zombie'), false)
      deepEqual(await store.compactions.finish(job, folding(null, 5), {}), { type: 'lost' })
      equal((await store.compactions.finish(taken, folding(null, 5), {})).type, 'done')
      deepEqual(await store.compactions.finish(taken, folding(null, 5), {}), { type: 'lost' })
      equal((await store.conversations.get(job.conversation)).head.depth, 9)
    },
  },
  {
    name: 'a heartbeat keeps the job for its worker',
    run: async ({ store, pass }) => {
      const job = await claimed(store, await talk(store, 8), 5)
      for (let beat = 0; beat < 3; beat++) {
        await pass(20_000)
        equal(await store.compactions.beat(job, lease), 'held')
      }
      equal(await store.compactions.claim(job.conversation, otherLease), null)
    },
  },
  {
    name: 'cancelled, rejected and failed leave the view as it was (C13 F4)',
    run: async ({ store }) => {
      const conversation = await talk(store, 8)
      const { branch } = await store.entries.branch(conversation.id)
      const cancelled = await claimed(store, conversation, 5)
      ok(await store.compactions.cancel(conversation.id))
      equal(await store.compactions.beat(cancelled, lease), 'lost')
      deepEqual(await store.compactions.finish(cancelled, folding(null, 5), {}), { type: 'lost' })
      for (const end of ['rejected', 'failed'] as const) {
        const job = await claimed(store, await store.conversations.get(conversation.id), 5)
        ok(await store.compactions.end(job, end, `because \u0000 ${end}`))
        const ended = await store.compactions.get(conversation.id, job.id)
        deepEqual([ended.status, ended.reason], [end, `because \u0000 ${end}`])
      }
      equal(await store.compactions.cancel(conversation.id), false)
      deepEqual((await store.entries.branch(conversation.id)).branch, branch)
    },
  },
  {
    name: 'one written ahead of need waits, is live, and is swapped in when it is claimed (C5)',
    run: async ({ store, storage, pass }) => {
      const conversation = await talk(store, 8)
      const job = await claimed(store, conversation, 5)
      ok(await store.compactions.park(job, 'ready text'))
      await pass(60_000)
      const any = await storage.maintenance.claimCompaction(otherLease)
      ok(any?.conversation !== conversation.id)
      const again = await store.compactions.request(conversation.id, {
        id: randomUUID(),
        base: plannedOn(conversation),
        span: { from: 2, to: 5 },
        plan: null,
      })
      deepEqual([again.type, 'job' in again && again.job.status], ['live', 'ready'])
      const taken = (await store.compactions.claim(conversation.id, otherLease))!
      deepEqual([taken.id, taken.draft, taken.attempt], [job.id, 'ready text', 2])
      equal((await store.compactions.finish(taken, folding(null, 5), {})).type, 'done')
    },
  },
  {
    name: 'one that can never count any more does not stand in the way of the next',
    run: async ({ store }) => {
      const first = await compact(store, await talk(store, 8), 4)
      const job = await claimed(store, first, 6)
      await store.compactions.park(job, 'too late')
      const { conversation } = await store.entries.append(first.id, [
        { type: 'undo', id: 'u', compaction: first.head.compaction! },
      ])
      const next = await store.compactions.request(first.id, {
        id: randomUUID(),
        base: plannedOn(conversation),
        span: { from: 2, to: 6 },
        plan: null,
      })
      equal(next.type, 'requested')
      deepEqual((await store.compactions.get(first.id, job.id)).status, 'cancelled')
    },
  },
  {
    name: 'after one that counted there is a pause, and the answer says how long (C12)',
    run: async ({ store, pass }) => {
      const after = await compact(store, await talk(store, 8), 4)
      const ask = () =>
        store.compactions.request(after.id, {
          id: randomUUID(),
          base: plannedOn(after),
          span: { from: 2, to: 6 },
          plan: null,
          cooldownMs: 30_000,
        })
      const answer = await ask()
      equal(answer.type, 'cooling-down')
      ok('waitMs' in answer && answer.waitMs > 25_000 && answer.waitMs <= 30_000)
      await pass(30_000)
      equal((await ask()).type, 'requested')
    },
  },
  {
    name: 'any process can take a job that waits or was left behind (D4)',
    run: async ({ store, storage, pass }) => {
      const conversation = await talk(store, 8)
      await store.compactions.request(conversation.id, {
        id: 'job',
        base: plannedOn(conversation),
        span: { from: 2, to: 5 },
        plan: { why: 'x' },
      })
      const mine = async () => {
        for (;;) {
          const job = await storage.maintenance.claimCompaction(otherLease)
          if (job === null || job.conversation === conversation.id) return job
        }
      }
      const taken = (await mine())!
      deepEqual([taken.id, taken.attempt, taken.plan], ['job', 1, { why: 'x' }])
      equal(await mine(), null)
      await pass(31_000)
      equal((await mine())!.attempt, 2)
      equal((await storage.as(taken.owner).compactions.list(conversation.id)).length, 1)
    },
  },
]
