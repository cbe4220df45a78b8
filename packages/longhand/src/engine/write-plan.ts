import { inForce } from '../core/branch.ts'
import { extract } from '../core/extract.ts'
import { type Blank, foldMessage, type TextFold } from '../core/fold.ts'
import { compaction } from '../core/plan.ts'
import type { Policy } from '../core/policy.ts'
import type { Receipt } from '../core/receipt.ts'
import type { CompactionDraft } from './carry-out.ts'
import type { JobPlan } from './compactor.ts'
import type { Scope } from './engine.ts'
import { failpoint } from './failpoint.ts'
import { look } from './look.ts'
import { readSpan } from './read-span.ts'
import type { CompactionJob } from './store-compactions.ts'

/** Writes every blank of a plan from the originals, and the entry that would make the texts count. */
export async function writePlan(scope: Scope, job: CompactionJob, signal: AbortSignal): Promise<CompactionDraft> {
  const { store, conversation, engine } = scope
  const { decision, ask } = job.plan as unknown as JobPlan
  await failpoint('compaction.read')
  const { branch } = await store.entries.branch(conversation, job.base.place)
  const { policy, status } = await look(scope)
  const startedAt = engine.clock.now()
  const folds: TextFold[] = []
  let retained = 1
  for (const blank of decision.blanks) {
    signal.throwIfAborted()
    const written = await writeBlank(scope, job, blank, policy, status.window)
    folds.push(written.fold)
    retained = Math.min(retained, written.retention)
  }
  const entry = compaction(branch, decision, folds)
  const receipt: Receipt = {
    id: job.id,
    trigger: ask.trigger,
    strategy: decision.strategy,
    model: 'extract',
    rung: 'extract',
    version: (inForce(branch)?.version ?? 0) + 1,
    folded: 0,
    kept: 0,
    before: 0,
    after: 0,
    reduction: 0,
    durationMs: engine.clock.now() - startedAt,
    retention: retained,
    retentionByKind: {},
    cost: null,
    saving: null,
    gates: [],
  }
  return { entry, receipt }
}

async function writeBlank(scope: Scope, job: CompactionJob, blank: Blank, policy: Policy, window: number | null) {
  const { meter } = scope.engine
  const messages = await readSpan(scope, blank.span, job.base.place)
  const staying = new Set(messages.filter(({ depth }) => blank.kept.includes(depth)).map(({ number }) => number))
  const budget = Math.min(Math.floor((window ?? 128_000) * 0.15), 8_000)
  const { text, retention } = extract({ messages, staying, prose: null, budget, enough: 0.9, count: meter.countText })
  const fold: TextFold = { ...blank, text, tag: policy.tag, count: 0 }
  return { fold: { ...fold, count: meter.count(foldMessage(fold)) }, retention: retention.share }
}
