import { append, messagesOf } from '../core/branch.ts'
import { compaction, plan, type RestReason } from '../core/plan.ts'
import { view } from '../core/view.ts'
import { isNoGain } from './carry-out.ts'
import type { CompactionAsk } from './compactor.ts'
import type { Scope } from './engine.ts'
import { look } from './look.ts'
import { writePlan } from './write-plan.ts'

/** C14 what a compaction would do. Nothing is written down. */
export type Preview =
  | { readonly type: 'rest'; readonly reason: RestReason }
  | {
      readonly type: 'preview'
      /** ¶ numbers that would fold, and that would stay. */
      readonly folding: readonly number[]
      readonly keeping: readonly number[]
      readonly before: number
      readonly after: number
      readonly retention: number
      readonly cost: number | null
      /** The text to read and edit before it counts. */
      readonly text: string
    }

export async function preview(scope: Scope, ask: CompactionAsk, signal: AbortSignal): Promise<Preview> {
  const moment = await look(scope)
  const { branch, conversation, reading, status } = moment
  const policy = ask.strategy === undefined ? moment.policy : { ...moment.policy, strategy: ask.strategy }
  const decision = plan(branch, policy, { by: 'force', status, ...(ask.choice && { choice: ask.choice }) })
  if (decision.type === 'rest') return decision
  const draft = await writePlan(scope, { id: 'preview', plan: { decision, ask }, at: conversation.head }, signal).catch(
    noneIfNoGain,
  )
  if (draft === null) return { type: 'rest', reason: 'little-to-gain' }
  const folds = draft.entry.folds.flatMap(fold => (fold.type === 'trim' ? [] : [fold]))
  const after = append(branch, compaction(branch, decision, folds), 'preview')
  const read = view(after)
  const stays = new Set(
    read.flatMap(({ kind, span }) => (kind === 'verbatim' || kind === 'trimmed' ? [span.from] : [])),
  )
  const shown = messagesOf(branch)
  return {
    type: 'preview',
    folding: shown.filter(({ depth }) => !stays.has(depth)).map(({ number }) => number),
    keeping: shown.filter(({ depth }) => stays.has(depth)).map(({ number }) => number),
    before: status.used,
    after: scope.engine.meter.measure({ ...reading, branch: after, view: read, anchor: null }).used,
    retention: draft.receipt.retention,
    cost: draft.receipt.cost,
    text: folds.map(({ text }) => text).join('\n\n'),
  }
}

function noneIfNoGain(error: unknown): null {
  if (isNoGain(error)) return null
  throw error
}
