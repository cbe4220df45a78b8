import { append, messagesOf } from '../../core/branch.ts'
import { joinFoldTexts } from '../../core/fold-texts.ts'
import { compaction, newFolds, planOf, type RestReason } from '../../core/plan.ts'
import type { Receipt } from '../../core/receipt.ts'
import { view } from '../../core/view.ts'
import { type KeptRun, keptRuns } from '../../facts/kept-runs.ts'
import type { Scope } from '../engine.ts'
import { taskRunner } from '../long-work/run-task.ts'
import { readSnapshot, type Snapshot } from '../snapshot.ts'
import { rememberPreviewed } from './accepted-draft.ts'
import { isCustom } from './compactor.ts'
import type { CompactionDraft, CompactionOptions, JobPlan } from './job.ts'
import { offerOf } from './offer.ts'
import { gainsNothing } from './run-compaction.ts'
import { foldBudgetOf, writePlan } from './write-plan.ts'

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
      /** The share of the facts that would survive, and how many there are. */
      readonly retention: number
      readonly facts: number
      readonly cost: number | null
      /** What the gates said about the text. */
      readonly gates: Receipt['gates']
      /** What its receipt would warn of. */
      readonly warnings: Receipt['warnings']
      readonly kept: readonly KeptRun[]
      /** The text to read and edit before it counts, the tokens that it takes, and how many it may take. */
      readonly text: string
      readonly tokens: number
      readonly budget: number
    }

export async function preview(scope: Scope, options: CompactionOptions, signal: AbortSignal): Promise<Preview> {
  const snapshot = await readSnapshot(scope)
  const { layout, conversation, status } = snapshot
  // What lies ready need not be written, or paid for, once more.
  const offer = isCustom(options) || options.pace === 'fast' ? null : await offerOf(scope, conversation)
  if (offer !== null) return shown(scope, snapshot, offer.plan, offer.draft)
  const policy = options.strategy === undefined ? snapshot.policy : { ...snapshot.policy, strategy: options.strategy }
  const decision = planOf(layout, policy, { by: 'force', status, ...(options.choice && { choice: options.choice }) })
  if (decision.type === 'rest') return decision
  const planned = { decision, options }
  const draft = await writePlan(scope, { id: 'preview', plan: planned, at: conversation.head }, signal).catch(
    noneIfNoGain,
  )
  if (draft === null) return { type: 'rest', reason: 'little-to-gain' }
  rememberPreviewed(scope, { plan: planned, draft, on: conversation })
  return shown(scope, { ...snapshot, policy }, planned, draft)
}

async function shown(scope: Scope, snapshot: Snapshot, plan: JobPlan, draft: CompactionDraft): Promise<Preview> {
  const { branch, reading, status } = snapshot
  const { decision } = plan
  const folds = newFolds(decision, draft.entry.folds)
  const after = append(branch, compaction(branch, decision, folds), 'preview')
  const read = view(after)
  const keptDepths = new Set(
    read.flatMap(({ kind, span }) => (kind === 'verbatim' || kind === 'trimmed' ? [span.from] : [])),
  )
  const messages = messagesOf(branch)
  const { meter } = scope.engine
  const texts = folds.map(({ text }) => text)
  const tokens = await taskRunner(scope.engine)('countTexts', texts)
  const { prose, ledger, maxLedger } = foldBudgetOf(scope, snapshot, plan)
  return {
    type: 'preview',
    folding: messages.filter(({ depth }) => !keptDepths.has(depth)).map(({ number }) => number),
    keeping: messages.filter(({ depth }) => keptDepths.has(depth)).map(({ number }) => number),
    before: status.used,
    after: meter.measure({ ...reading, view: read, anchor: null }).used,
    retention: draft.receipt.retention,
    facts: draft.receipt.facts ?? 0,
    cost: draft.receipt.cost,
    gates: draft.receipt.gates,
    warnings: draft.receipt.warnings,
    kept: keptRuns(branch, keptDepths),
    text: joinFoldTexts(texts),
    tokens,
    budget: prose + (tokens > prose + ledger ? maxLedger : ledger),
  }
}

function noneIfNoGain(error: unknown): null {
  if (gainsNothing(error)) return null
  throw error
}
