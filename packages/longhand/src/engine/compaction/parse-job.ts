import { LonghandError } from '../../core/errors.ts'
import { gateReasons } from '../../core/gate-reason.ts'
import type { Receipt } from '../../core/receipt.ts'
import type { CompactionJob } from '../ports/store-compactions.ts'
import type { ClaimedJob, CompactionDraft, StoredPlan } from './job.ts'

/** A job as this engine has stored it, or a sentence about one that it could not have. Fields that it does not know stay. */
export function parseJob(job: CompactionJob): ClaimedJob {
  const { plan, draft } = job
  if (!isStoredPlan(plan)) return damaged(job, 'plan')
  if (draft !== null && !isDraft(draft)) return damaged(job, 'text')
  return { ...job, plan, draft }
}

/** The receipt of a compaction that counts. Earlier ones did not note everything. */
export function parseReceipt(job: Pick<CompactionJob, 'id' | 'receipt'>): Receipt {
  const { receipt } = job
  const whole: unknown = isFields(receipt) ? { facts: null, number: null, whole: null, ...receipt } : null
  return isReceipt(whole) ? whole : damaged(job, 'receipt')
}

function damaged({ id }: Pick<CompactionJob, 'id'>, what: string): never {
  throw new LonghandError(
    'store-corrupt',
    `The stored ${what} of compaction ${id} is damaged, so it does not count. Condense again.`,
  )
}

type Guard = (value: unknown) => boolean

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fields =
  (guards: Readonly<Record<string, Guard>>): Guard =>
  value =>
    isFields(value) && Object.entries(guards).every(([name, guard]) => guard(value[name]))

const listOf =
  (guard: Guard): Guard =>
  value =>
    Array.isArray(value) && value.every(guard)

const oneOf =
  (...words: readonly unknown[]): Guard =>
  value =>
    words.includes(value)

const optional =
  (guard: Guard): Guard =>
  value =>
    value === undefined || guard(value)

const nullable =
  (guard: Guard): Guard =>
  value =>
    value === null || guard(value)

const text: Guard = value => typeof value === 'string'
const number: Guard = value => Number.isFinite(value)
const depth: Guard = value => Number.isSafeInteger(value) && Number(value) > 0
const count: Guard = value => Number.isSafeInteger(value) && Number(value) >= 0

const strategy = oneOf('summary', 'digest')
const span = fields({ from: depth, to: depth })
const plannedFold = { type: strategy, span, kept: listOf(depth) }
const textFold = fields({ ...plannedFold, text, tag: text, count })
const trimFold = fields({ type: oneOf('trim'), span, limit: count, count })
const fold: Guard = value => textFold(value) || trimFold(value)

const trigger = oneOf('threshold', 'cold-cache', 'person', 'limit', 'overflow', 'model-change', 'tool')

const options = fields({
  by: oneOf('threshold', 'person', 'force', 'limit'),
  trigger,
  pace: optional(oneOf('usual', 'fast', 'at-once')),
  instructions: optional(text),
  choice: optional(
    value =>
      fields({ type: oneOf('up-to'), number })(value) ||
      fields({ type: oneOf('keep', 'fold'), numbers: listOf(number) })(value),
  ),
  strategy: optional(strategy),
  when: optional(oneOf('now', 'at-threshold')),
  text: optional(text),
  rewrite: optional(oneOf(true)),
})

const receipt = fields({
  ...{ id: text, trigger, strategy, span, model: nullable(text) },
  phase: oneOf('turn', 'background', 'by-hand'),
  method: oneOf('summary', 'chunks', 'extract', 'truncate'),
  ...{ version: count, folded: count, kept: count, before: number, after: number, reduction: number },
  ...{ number: nullable(count), whole: nullable(count), durationMs: number, calls: count, facts: nullable(count) },
  ...{ retention: number, cost: nullable(number), saving: nullable(number) },
  retentionByKind: value => isFields(value) && Object.values(value).every(number),
  gates: listOf(fields({ gate: oneOf(...gateReasons), outcome: oneOf('passed', 'repaired') })),
})

const entry = fields({
  type: oneOf('compaction'),
  ...{ version: depth, base: nullable(text), edits: nullable(text), folds: listOf(fold) },
})

const draft = fields({ entry, receipt })

const plan = fields({
  decision: fields({
    ...{ type: oneOf('fold'), strategy, carried: listOf(fold) },
    planned: value => listOf(fields(plannedFold))(value) && (value as readonly unknown[]).length > 0,
  }),
  ...{ options, keeping: count, accepted: optional(draft) },
})

const isReceipt = (value: unknown): value is Receipt => receipt(value)

/** Whether a stored text is one that this engine has written. */
export const isDraft = (value: unknown): value is CompactionDraft => draft(value)

/** Whether a stored plan is one that this engine has made. */
export const isStoredPlan = (value: unknown): value is StoredPlan => plan(value)
