import { deepEqual, ok, throws } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { asJson, type Json } from '../../core/json.ts'
import type { Receipt } from '../../core/receipt.ts'
import type { CompactionDraft, StoredPlan } from '../../engine/compaction/job.ts'
import { parseJob, parseReceipt } from '../../engine/compaction/parse-job.ts'
import type { Store } from '../../engine/ports/store.ts'
import { folding, lease, plannedOn, type StoreRule, talk } from './room.ts'

/** What the engine keeps with a compaction comes back as it was, and what it cannot have written is refused. */
export const storedJobRules: readonly StoreRule[] = [
  {
    name: 'the plan, the text and the receipt of a compaction are read back as they were written (C13 C11)',
    run: async ({ store }) => {
      const job = await requested(store, asJson(plan))
      ok(await store.compactions.draft(job, asJson(draft)))
      const parsed = parseJob(await store.compactions.get(job.conversation, job.id))
      deepEqual([parsed.plan, parsed.draft], [plan, draft])
      await store.compactions.finish(job, draft.entry, asJson(receipt))
      deepEqual(parseReceipt(await store.compactions.get(job.conversation, job.id)), receipt)
    },
  },
  {
    name: 'a stored plan that is damaged is refused with a sentence (F6)',
    run: async ({ store }) => {
      for (const [what, damage] of Object.entries(damagedPlans)) {
        const job = await requested(store, damage)
        throws(() => parseJob(job), isDamage(`The stored plan of compaction ${job.id} is damaged`), what)
      }
    },
  },
  {
    name: 'a stored text or receipt that is damaged is refused with a sentence (F6)',
    run: async ({ store }) => {
      const job = await requested(store, asJson(plan))
      for (const damage of [{ text: 'Summary' }, 'Summary', asJson({ ...draft, receipt: null })]) {
        ok(await store.compactions.draft(job, damage))
        const stored = await store.compactions.get(job.conversation, job.id)
        throws(() => parseJob(stored), isDamage(`The stored text of compaction ${job.id} is damaged`))
      }
      await store.compactions.finish(job, draft.entry, { retention: 0.97 })
      const done = await store.compactions.get(job.conversation, job.id)
      throws(() => parseReceipt(done), isDamage(`The stored receipt of compaction ${job.id} is damaged`))
    },
  },
]

async function requested(store: Store, stored: Json) {
  const conversation = await talk(store, 8)
  const wanted = { id: randomUUID(), base: plannedOn(conversation), span: { from: 2, to: 5 }, plan: stored }
  await store.compactions.request(conversation.id, wanted)
  return (await store.compactions.claim(conversation.id, lease))!
}

const isDamage = (sentence: string) => (error: { code?: string; message?: string }) =>
  error.code === 'store-corrupt' && error.message!.startsWith(sentence)

const receipt: Receipt = {
  ...{ id: 'k', trigger: 'threshold', phase: 'background', strategy: 'summary', method: 'summary', model: 'plain' },
  ...{ version: 1, span: { from: 2, to: 5 }, folded: 3, kept: 5, before: 80, after: 50, reduction: 0.375 },
  ...{ number: 8, whole: 80, durationMs: 12, calls: 1, facts: 4, retention: 0.75 },
  ...{ retentionByKind: { path: 0.5 }, cost: 0.001, saving: null },
  gates: [{ gate: 'facts-missing', outcome: 'repaired' }],
  warnings: ['no-time'],
}

const draft: CompactionDraft = { entry: folding(null, 5, 1, [4]), receipt }

const decision: StoredPlan['decision'] = {
  type: 'fold',
  strategy: 'summary',
  planned: [{ type: 'summary', span: { from: 2, to: 5 }, kept: [4] }],
  carried: [{ type: 'trim', span: { from: 7, to: 7 }, limit: 2_000, count: 9 }],
}

const options: StoredPlan['options'] = {
  ...{ by: 'force', trigger: 'threshold', when: 'at-threshold', pace: 'usual', instructions: 'Keep names.' },
  choice: { type: 'up-to', number: 5 },
}

const plan: StoredPlan = { decision, options, keeping: 3, accepted: draft }

const damagedPlans: Readonly<Record<string, Json>> = {
  nothing: null,
  'a text': 'fold',
  'another’s': { why: 'asked' },
  'no decision': asJson({ options, keeping: 3 }),
  'nothing to fold': asJson({ ...plan, decision: { ...decision, planned: [] } }),
  'a fold without a span': asJson({ ...plan, decision: { ...decision, planned: [{ type: 'summary', kept: [] }] } }),
  'an unknown reason': asJson({ ...plan, options: { ...options, trigger: 'whim' } }),
  'an unknown choice': asJson({ ...plan, options: { ...options, choice: { type: 'keep', number: 5 } } }),
  'half a text': asJson({ ...plan, accepted: { entry: draft.entry } }),
}
