import { warningCodes } from '../../core/compaction-warning.ts'
import { LonghandError } from '../../core/errors.ts'
import { gateReasons } from '../../core/gate-reason.ts'
import type { Receipt } from '../../core/receipt.ts'
import type { CompactionJob } from '../ports/store-compactions.ts'
import type { ClaimedJob, CompactionDraft, LateProse, StoredPlan } from './job.ts'
import type { SelectedSlice } from './selected-slice.ts'

/** A job as this engine has stored it, or a sentence about one that it could not have. Fields that it does not know stay. */
export function parseJob(job: CompactionJob): ClaimedJob {
  const { plan, draft } = job
  if (!isStoredPlan(plan)) return damaged(job, 'plan')
  if (isUnfinished(draft)) return { ...job, plan, draft: null, slices: draft.slices }
  if (draft !== null && !isDraft(draft)) return damaged(job, 'text')
  return { ...job, plan, draft, slices: [] }
}

/** The receipt of a compaction that counts. Earlier ones did not note everything. */
export function parseReceipt(job: Pick<CompactionJob, 'id' | 'receipt'>): Receipt {
  const { receipt } = job
  const whole: unknown = isFields(receipt) ? { facts: null, number: null, whole: null, warnings: [], ...receipt } : null
  return isReceipt(whole) ? whole : damaged(job, 'receipt')
}

function damaged({ id }: Pick<CompactionJob, 'id'>, what: string): never {
  throw new LonghandError(
    'store-corrupt',
    `The stored ${what} of compaction ${id} is damaged, so it does not count. Condense again.`,
  )
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a value must be: one of a list, an object with these fields, or whatever passes a test. */
type Shape = ((value: unknown) => boolean) | readonly Word[] | { readonly [field: string]: Shape }
type Word = string | boolean | null | undefined

function matches(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'function') return shape(value)
  if (isWords(shape)) return shape.includes(value as Word)
  return isFields(value) && Object.entries(shape).every(([name, inside]) => matches(value[name], inside))
}

const isWords = (shape: Shape): shape is readonly Word[] => Array.isArray(shape)
const anyOf =
  (...shapes: readonly Shape[]) =>
  (value: unknown) =>
    shapes.some(shape => matches(value, shape))
const listOf = (shape: Shape) => (value: unknown) => Array.isArray(value) && value.every(one => matches(one, shape))
const optional = (shape: Shape) => anyOf([undefined], shape)
const nullable = (shape: Shape) => anyOf([null], shape)
const text = (value: unknown) => typeof value === 'string'
const number = (value: unknown) => Number.isFinite(value)
const count = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
const depth = (value: unknown) => count(value) && value !== 0

const strategy = ['summary', 'digest']
const span = { from: depth, to: depth }
const plannedFold = { type: strategy, span, kept: listOf(depth) }
const fold = anyOf({ ...plannedFold, text, tag: text, count }, { type: ['trim'], span, limit: count, count })
const trigger = ['threshold', 'cold-cache', 'person', 'limit', 'overflow', 'model-change', 'tool']

const options: Shape = {
  by: ['threshold', 'person', 'force', 'limit', 'target'],
  trigger,
  pace: optional(['usual', 'fast', 'at-once']),
  instructions: optional(text),
  choice: optional(anyOf({ type: ['up-to'], number }, { type: ['keep', 'fold'], numbers: listOf(number) })),
  recent: optional(['fewer']),
  strategy: optional(strategy),
  when: optional(['now', 'at-threshold']),
  text: optional(text),
  rewrite: optional([true]),
  fallback: optional(['none']),
}

const receipt: Shape = {
  ...{ id: text, trigger, strategy, span, model: nullable(text), phase: ['turn', 'background', 'by-hand'] },
  ...{ method: ['summary', 'chunks', 'extract', 'truncate'], version: count, folded: count, kept: count },
  ...{ before: number, after: number, reduction: number, number: nullable(count), whole: nullable(count) },
  ...{ durationMs: number, calls: count, facts: nullable(count), retention: number },
  retentionByKind: value => isFields(value) && Object.values(value).every(number),
  ...{ cost: nullable(number), saving: nullable(number) },
  gates: listOf({ gate: gateReasons, outcome: ['passed', 'repaired'] }),
  warnings: listOf(warningCodes),
}

const entry = { type: ['compaction'], version: depth, base: nullable(text), edits: nullable(text), folds: listOf(fold) }
const usage = { input: number, output: number }
const prose: Shape = {
  ...{ text, model: text, method: ['summary', 'chunks'], span, line: count, epoch: count, whole: number },
  ...{ calls: count, usage: listOf(usage) },
}
const draft: Shape = { entry, receipt, prose: optional(prose) }

const selected = {
  from: count,
  to: count,
  numbers: listOf(count),
  facts: (value: unknown) => isFields(value) && Object.values(value).every(listOf(count)),
}

/** Whether it is what was chosen for a text that is not written yet. */
const isUnfinished = (value: unknown): value is { readonly slices: readonly SelectedSlice[] } =>
  matches(value, { slices: listOf(selected) })

const planned = (value: unknown) => Array.isArray(value) && value.length > 0 && listOf(plannedFold)(value)
const decision: Shape = { type: ['fold'], strategy, planned, carried: listOf(fold) }
const kept = { as: ['prose', 'source'], prose }
const plan: Shape = {
  ...{ decision, options, keeping: count, accepted: optional(draft), kept: optional(kept) },
  ...{ unread: optional([true]), keys: optional(['client']) },
}

const isReceipt = (value: unknown): value is Receipt => matches(value, receipt)

/** Whether a stored text is one that this engine has written. */
export const isDraft = (value: unknown): value is CompactionDraft => matches(value, draft)

/** Whether it is what a summariser has said too late, or is still to say. */
export const isLateProse = (value: unknown): value is LateProse =>
  matches(value, { id: text, whole: number, prose: nullable(prose) })

/** Whether a stored plan is one that this engine has made. */
export const isStoredPlan = (value: unknown): value is StoredPlan => matches(value, plan)
