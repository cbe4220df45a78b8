import { append, type Branch, foldsInForce, inForce } from '../../core/branch.ts'
import type { CompactionEntry, Draft } from '../../core/entry.ts'
import { LonghandError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { compaction, newFolds } from '../../core/plan.ts'
import type { Receipt } from '../../core/receipt.ts'
import { spanSearch } from '../../core/span-search.ts'
import { view } from '../../core/view.ts'
import { leaseMs, leaseOf, type Scope } from '../engine.ts'
import { failpoint } from '../failpoint.ts'
import type { CompactionJob } from '../ports/store-compactions.ts'
import type { Beat } from '../ports/store-turns.ts'
import { look, type Moment } from '../snapshot.ts'
import type { JobPlan } from './compactor.ts'
import { endCrashLoop, isCrashLoop } from './crash-loop.ts'
import { tellCompaction } from './tell-compaction.ts'
import { findTrims } from './trim-outputs.ts'
import { writePlan } from './write-plan.ts'
import { withSizes } from './write-receipt.ts'

/** How a compaction ended. Only `completed` changes what the model reads. */
export type Outcome =
  | { readonly type: 'completed'; readonly receipt: Receipt }
  | { readonly type: 'prepared' }
  | { readonly type: 'gained-nothing' | 'failed'; readonly sentence: string; readonly reason: string }
  | { readonly type: 'cancelled' }

/** A written compaction that does not count yet. It is stored, so that a crash does not make anyone pay twice. */
export type CompactionDraft = { readonly entry: Draft<CompactionEntry>; readonly receipt: Receipt }

/** Writes what a claimed job plans, then makes it count or lets it wait. Any failure before that changes nothing. */
export async function carryOut(scope: Scope, job: CompactionJob, stop: AbortController): Promise<Outcome> {
  const { ask } = job.plan as unknown as JobPlan
  const silent = ask.when === 'at-threshold'
  if (!silent) tellCompaction(scope, job, { phase: 'started' })
  const beating = holdLease(scope, job, stop)
  const outcome = await writeAndKeep(scope, job, stop.signal).catch(error => giveUp(scope, job, stop.signal, error))
  stop.abort('over')
  await beating
  if (stop.signal.reason === 'shutdown') await handOver(scope, job)
  if (silent) tellPreparation(scope, job, outcome)
  else tellEnd(scope, job, outcome)
  return outcome
}

/** Makes a written compaction count, if it still helps and what it was planned on still holds. */
export async function commit(
  scope: Scope,
  job: CompactionJob,
  draft: CompactionDraft,
  moment: Moment,
): Promise<Outcome> {
  const { engine, store } = scope
  const entry = await withinTarget(moment, onWhatStands(moment.branch, draft.entry, job), engine)
  const receipt = withSizes(draft.receipt, sizesWith(moment, entry, engine), engine.models, moment.speaker.name)
  const { ask } = job.plan as unknown as JobPlan
  // C7 what saves next to nothing is refused, unless nothing would fit otherwise.
  if (receipt.reduction < (ask.by === 'limit' ? 0 : moment.policy.minSaving)) {
    const sentence = `Not worth it: it would save ${Math.max(0, Math.round(receipt.reduction * 100))}%.`
    await failpoint('compaction.reject')
    await store.compactions.end(job, 'rejected', sentence)
    return { type: 'gained-nothing', sentence, reason: 'little-to-gain' }
  }
  await failpoint('compaction.finish')
  const finished = await store.compactions
    .finish(job, entry, receipt as unknown as Json)
    .catch(error => ifMoved(scope, entry, error))
  if ('branch' in finished) return commit(scope, job, draft, finished)
  if (finished.type !== 'done') return { type: 'cancelled' }
  await remember(scope, entry)
  tellCompaction(scope, job, { phase: 'completed', receipt })
  return { type: 'completed', receipt }
}

/** C5, C6 old tool outputs may have been cut since it was planned; the texts are the same, and those cuts stay. */
function onWhatStands(branch: Branch, entry: Draft<CompactionEntry>, job: CompactionJob) {
  const { decision } = job.plan as unknown as JobPlan
  const blankAt = spanSearch(decision.blanks.map(({ span }) => span))
  const carried = foldsInForce(branch).filter(({ span }) => blankAt(span) === null)
  return compaction(branch, { ...decision, carried }, newFolds(decision, entry.folds))
}

/** Something was cut between the look and the commit: the moment after that. */
async function ifMoved(scope: Scope, { base }: Draft<CompactionEntry>, error: unknown): Promise<Moment> {
  if (!(error instanceof LonghandError) || error.code !== 'stale') throw error
  const now = await look(scope)
  if ((inForce(now.branch)?.id ?? null) === base) throw error
  return now
}

async function writeAndKeep(scope: Scope, job: CompactionJob, signal: AbortSignal): Promise<Outcome> {
  const { store } = scope
  if (await isCrashLoop(scope, job)) return endCrashLoop(scope, job)
  const plan = job.plan as unknown as JobPlan
  const draft =
    (job.draft as unknown as CompactionDraft | null) ??
    plan.read ??
    (await writePlan(scope, { id: job.id, plan, at: job.base.place }, signal))
  signal.throwIfAborted()
  if (plan.ask.when === 'at-threshold') {
    await failpoint('compaction.park')
    return (await store.compactions.park(job, draft as unknown as Json)) ? { type: 'prepared' } : { type: 'cancelled' }
  }
  if (job.draft === null) {
    await failpoint('compaction.draft')
    if (!(await store.compactions.draft(job, draft as unknown as Json))) return { type: 'cancelled' }
  }
  return commit(scope, job, draft, await look(scope))
}

async function giveUp({ store }: Scope, job: CompactionJob, signal: AbortSignal, error: unknown): Promise<Outcome> {
  // A process that shuts down leaves its job to the next one, with the text if it was written.
  if (signal.aborted && signal.reason === 'shutdown') return { type: 'cancelled' }
  const cancelled = signal.aborted || (error instanceof LonghandError && error.code === 'cancelled')
  const sentence =
    error instanceof LonghandError ? error.message : 'The summary could not be written. The view is as it was.'
  try {
    await failpoint('compaction.give-up')
    await store.compactions.end(job, cancelled ? 'cancelled' : isNoGain(error) ? 'rejected' : 'failed', sentence)
  } catch {
    // The lease runs out, and whoever finds the job tries again.
  }
  if (cancelled) return { type: 'cancelled' }
  return { type: isNoGain(error) ? 'gained-nothing' : 'failed', sentence, reason: reasonOf(error) }
}

/** Lets go of the lease, so that the next process need not wait until it runs out. */
async function handOver({ store }: Scope, job: CompactionJob): Promise<void> {
  try {
    await failpoint('compaction.hand-over')
    await store.compactions.release(job)
  } catch {
    // Then it runs out.
  }
}

/** The gate that turned it down, or the code of what failed. */
const reasonOf = (error: unknown): string =>
  error instanceof LonghandError ? String(error.details.reason ?? error.code) : 'bug'

/** A text that is not smaller than what it replaces is nobody's failure: there is nothing to gain. */
export const isNoGain = (error: unknown): boolean =>
  error instanceof LonghandError && error.details.reason === 'not-smaller'

async function holdLease({ engine, store }: Scope, job: CompactionJob, stop: AbortController): Promise<void> {
  while (!stop.signal.aborted) {
    await engine.clock.sleep(leaseMs / 3, stop.signal)
    if (stop.signal.aborted) return
    const held = await beat(engine, store, job)
    if (held !== 'held') stop.abort(held === 'stop' ? 'cancelled' : 'lost')
  }
}

async function beat(engine: Scope['engine'], store: Scope['store'], job: CompactionJob): Promise<Beat> {
  try {
    await failpoint('compaction.beat')
    return await store.compactions.beat(job, leaseOf(engine))
  } catch {
    // Storage that does not answer is no reason to drop a summary; the lease lasts for three beats.
    return 'held'
  }
}

/** C7 when the view would still be above the target, old tool outputs are cut along with the folding. */
async function withinTarget(
  moment: Moment,
  entry: Draft<CompactionEntry>,
  engine: Scope['engine'],
): Promise<Draft<CompactionEntry>> {
  const { window } = moment.status
  const target = window === null ? Number.POSITIVE_INFINITY : window * moment.policy.target
  if (sizesWith(moment, entry, engine).after <= target) return entry
  const after = append(moment.branch, entry, 'after')
  const trims = await findTrims(engine, after, 'old')
  return { ...entry, folds: [...entry.folds, ...trims].toSorted((a, b) => a.span.from - b.span.from) }
}

/** D3 the newest summary is what other conversations can find of this one. */
async function remember({ store, conversation }: Scope, { folds }: Draft<CompactionEntry>): Promise<void> {
  const text = folds.flatMap(fold => (fold.type === 'trim' ? [] : [fold.text])).join('\n\n')
  try {
    await failpoint('compaction.remember')
    await store.memories.put(conversation, text)
  } catch {
    // The compaction counts; a memory that could not be stored comes with the next one.
  }
}

function sizesWith(
  { branch, reading, status, conversation }: Moment,
  entry: Draft<CompactionEntry>,
  engine: Scope['engine'],
) {
  const after = append(branch, entry, 'after')
  const read = view(after)
  // What was reported before a compaction tells nothing about the view after it.
  const measure = engine.meter.measure({ ...reading, branch: after, view: read, anchor: null })
  return {
    before: status.used,
    after: measure.used,
    kept: read.filter(({ kind }) => kind === 'verbatim').length,
    number: conversation.totals.messages,
    whole: conversation.totals.tokens,
  }
}

/** Says how a compaction ended that did not count. */
export function tellEnd(scope: Scope, job: CompactionJob, outcome: Outcome): void {
  if (outcome.type === 'completed' || outcome.type === 'prepared') return
  if (outcome.type === 'cancelled') tellCompaction(scope, job, { phase: 'cancelled' })
  else {
    const { type, sentence, reason } = outcome
    tellCompaction(scope, job, { phase: type === 'failed' ? 'failed' : 'skipped', sentence, reason })
  }
}

function tellPreparation({ engine, owner, conversation }: Scope, { id }: CompactionJob, outcome: Outcome): void {
  const reason = 'reason' in outcome ? outcome.reason : null
  engine.tell({ type: 'preparation', owner, conversation, id, outcome: outcome.type, reason })
}
