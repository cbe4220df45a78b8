import { append } from '../../core/branch.ts'
import type { CompactionEntry, EntryDraft } from '../../core/entry.ts'
import { LonghandError } from '../../core/errors.ts'
import { goalOf } from '../../core/goal.ts'
import { asJson } from '../../core/json.ts'
import { carriedFolds, compaction, minSavingOf, newFolds } from '../../core/plan.ts'
import { trimLimits } from '../../core/trims.ts'
import { view } from '../../core/view.ts'
import { limitOf, roomOf } from '../../core/window.ts'
import { emitCheckpoint } from '../checkpoints/emit-checkpoint.ts'
import { type ActiveCompaction, leaseMs, leaseOf, type Scope } from '../engine.ts'
import { reasonOf } from '../failure.ts'
import { memoryOf } from '../memories/follow-memory.ts'
import { reportBug } from '../report-bug.ts'
import { readSnapshot, type Snapshot } from '../snapshot.ts'
import { endCrashLoop, isCrashLoop } from './crash-loop.ts'
import { emitCompaction } from './emit-compaction.ts'
import type { ClaimedJob, CompactionDraft, KeptProse, Outcome } from './job.ts'
import { dropIfEmpty, isForLater, isLate, keepProse } from './kept-prose.ts'
import type { SelectedSlice } from './selected-slice.ts'
import { findTrims } from './trim-outputs.ts'
import { writePlan } from './write-plan.ts'
import { withSizes } from './write-receipt.ts'

/** Writes what a claimed job plans, then makes it count or lets it wait. Any failure before that changes nothing. */
export async function runCompaction(
  scope: Scope,
  job: ClaimedJob,
  run: Pick<ActiveCompaction, 'stop' | 'progress'>,
): Promise<Outcome> {
  const { stop } = run
  const silent = job.plan.options.when === 'at-threshold'
  if (!silent) emitCompaction(scope, job, { phase: 'started' })
  const beating = holdLease(scope, job, run)
  const outcome = await writeAndStore(scope, job, run).catch(error => endUnfinished(scope, job, stop.signal, error))
  stop.abort('over')
  await beating
  await dropIfEmpty(scope, job.id).catch(report(scope))
  // The next process need not wait until the lease runs out.
  if (stop.signal.reason === 'shutdown') await scope.store.compactions.release(job).catch(report(scope))
  if (silent) emitPreparation(scope, job, outcome)
  else emitEnd(scope, job, outcome)
  return outcome
}

/** Makes a written compaction count, if it still helps and what it was planned on still holds. */
export async function commit(
  scope: Scope,
  job: ClaimedJob,
  draft: CompactionDraft,
  snapshot: Snapshot,
): Promise<Outcome> {
  const { engine, store } = scope
  const { entry, sizes } = await trimmedToTarget(snapshot, rebased(snapshot, draft.entry, job), engine)
  const receipt = withSizes(draft.receipt, sizes, engine.models, snapshot.chatModel.name)
  const { options } = job.plan
  // C7 what saves next to nothing is refused, unless nothing would fit otherwise.
  const isLastResort = options.recent === 'fewer' && sizes.after <= (limitOf(roomOf(snapshot.status)) ?? Infinity)
  const { recent: _, ...request } = options
  const minSaving = minSavingOf(snapshot.policy, receipt.strategy, isLastResort ? options : request)
  if (receipt.reduction < minSaving || receipt.reduction <= 0) {
    const sentence = `Not worth it: it would save ${Math.max(0, Math.round(receipt.reduction * 100))}%.`
    await store.compactions.end(job, 'rejected', sentence)
    return { type: 'gained-nothing', sentence, reason: 'little-to-gain' }
  }
  const finished = await store.compactions
    .finish(job, entry, asJson(receipt))
    .catch(error => snapshotIfMoved(scope, entry, error))
  if ('branch' in finished) return commit(scope, job, draft, finished)
  if (finished.type !== 'done') return { type: 'cancelled' }
  emitCheckpoint(scope, 'before-compaction')
  await storeMemory(scope, entry)
  emitCompaction(scope, job, { phase: 'completed', receipt })
  return { type: 'completed', receipt }
}

/** C5, C6 old tool outputs may have been cut since it was planned; the texts are the same, and those cuts stay. */
function rebased({ branch, layout }: Snapshot, entry: EntryDraft<CompactionEntry>, job: ClaimedJob) {
  const { decision } = job.plan
  const texts = newFolds(decision, entry.folds)
  return compaction(branch, { ...decision, carried: carriedFolds(layout, texts) }, texts)
}

/** Something was cut between the snapshot and the commit: a snapshot after that. */
async function snapshotIfMoved(scope: Scope, { base }: EntryDraft<CompactionEntry>, error: unknown): Promise<Snapshot> {
  if (!(error instanceof LonghandError) || error.code !== 'stale') throw error
  const now = await readSnapshot(scope)
  if ((now.layout.current?.id ?? null) === base) throw error
  return now
}

async function writeAndStore(
  scope: Scope,
  job: ClaimedJob,
  { stop: { signal }, progress }: Pick<ActiveCompaction, 'stop' | 'progress'>,
): Promise<Outcome> {
  const { store } = scope
  if (await isCrashLoop(scope, job)) return endCrashLoop(scope, job)
  const { plan } = job
  const slices = {
    known: job.slices,
    // Where that cannot be stored, a process after this one chooses again.
    keep: async (slices: readonly SelectedSlice[]) =>
      void (await store.compactions.draft(job, asJson({ slices })).catch(report(scope))),
  }
  let told: Promise<unknown> = Promise.resolve()
  const onWait = async (now: 'waiting' | 'working') => {
    Object.assign(progress, { isAsked: true, now })
    progress.onAsk()
    // F3 a death counts only while the work is done here, so the store knows when it is.
    told = told.then(() => store.compactions.beat(job, leaseOf(scope.engine), now).catch(report(scope)))
    await told
  }
  const onProse = async (prose: KeptProse) => {
    if (!isForLater(plan.options)) return
    const isOneText = plan.decision.strategy === 'summary' && plan.decision.planned.length === 1
    if (await (isOneText ? keepProse(scope, job.id, prose) : isLate(scope, job.id)))
      throw new LonghandError('cancelled', 'Its fold was made without it.')
  }
  const toWrite = { id: job.id, plan, at: job.base.place, slices, onWait, onProse }
  const draft = job.draft ?? plan.accepted ?? (await writePlan(scope, toWrite, signal))
  signal.throwIfAborted()
  if (plan.options.when === 'at-threshold') {
    return (await store.compactions.park(job, asJson(draft))) ? { type: 'prepared' } : { type: 'cancelled' }
  }
  if (job.draft === null) {
    if (!(await store.compactions.draft(job, asJson(draft)))) return { type: 'cancelled' }
  }
  return commit(scope, job, draft, await readSnapshot(scope))
}

async function endUnfinished(scope: Scope, job: ClaimedJob, signal: AbortSignal, error: unknown): Promise<Outcome> {
  // A process that shuts down leaves its job to the next one, with the text if it was written.
  if (signal.aborted && signal.reason === 'shutdown') return { type: 'cancelled' }
  const cancelled = signal.aborted || (error instanceof LonghandError && error.code === 'cancelled')
  if (!cancelled) report(scope)(error)
  const sentence =
    error instanceof LonghandError ? error.message : 'The summary could not be written. The view is unchanged.'
  const end = cancelled ? 'cancelled' : gainsNothing(error) ? 'rejected' : 'failed'
  // Where that cannot be stored the lease runs out, and whoever finds the job tries again.
  await scope.store.compactions.end(job, end, sentence).catch(report(scope))
  if (cancelled) return { type: 'cancelled' }
  const cause = error instanceof LonghandError ? error.cause : error
  return { type: gainsNothing(error) ? 'gained-nothing' : 'failed', sentence, reason: reasonOf(error), cause }
}

const report =
  (scope: Scope) =>
  (error: unknown): void =>
    reportBug(scope.engine, error, { ...scope, during: 'compaction' })

/** A text that is not smaller than what it replaces is nobody's failure: there is nothing to gain. */
export const gainsNothing = (error: unknown): boolean =>
  error instanceof LonghandError && error.details.reason === 'not-smaller'

async function holdLease(
  scope: Scope,
  job: ClaimedJob,
  { stop, progress }: Pick<ActiveCompaction, 'stop' | 'progress'>,
): Promise<void> {
  const { engine, store } = scope
  while (!stop.signal.aborted) {
    await engine.clock.sleep(leaseMs / 3, stop.signal)
    if (stop.signal.aborted) return
    const beat = await store.compactions.beat(job, leaseOf(engine), progress.now).catch(report(scope))
    // Storage that does not answer is no reason to drop a summary; the lease lasts for three beats.
    const isLost = beat === 'stop' || beat === 'lost'
    if (isLost && (await isLate(scope, job.id).catch(report(scope)))) return
    if (isLost) stop.abort(beat === 'stop' ? 'cancelled' : 'lost')
  }
}

/**
 * C7 when the view would still be above what the threshold leaves, old tool outputs are cut along with a summary. A digest
 * has its run and touches no other.
 */
async function trimmedToTarget(snapshot: Snapshot, entry: EntryDraft<CompactionEntry>, engine: Scope['engine']) {
  const { status, policy } = snapshot
  const sizes = sizesWith(snapshot, entry, engine)
  const isDigest = entry.folds.some(({ type }) => type === 'digest')
  if (isDigest || status.window === null || sizes.after <= goalOf(policy, roomOf(status), 0).maxTokens)
    return { entry, sizes }
  const after = append(snapshot.branch, entry, 'after')
  const trims = await findTrims(engine, after, { which: 'old', maxOutputLength: trimLimits[0] })
  const folds = [...entry.folds, ...trims].toSorted((a, b) => a.span.from - b.span.from)
  const trimmed = { ...entry, folds }
  return { entry: trimmed, sizes: sizesWith(snapshot, trimmed, engine) }
}

function sizesWith(
  { branch, reading, status, conversation }: Snapshot,
  entry: EntryDraft<CompactionEntry>,
  engine: Scope['engine'],
) {
  const compacted = append(branch, entry, 'after')
  const read = view(compacted)
  // What was reported before a compaction covers another view, so both are estimated, and the report sets the scale.
  const estimate = (measured: Partial<typeof reading>): number =>
    engine.meter.measure({ ...reading, ...measured, anchor: null }).used
  const scale = status.used / Math.max(1, estimate({}))
  return {
    before: status.used,
    after: Math.round(scale * estimate({ view: read })),
    kept: read.filter(({ kind }) => kind === 'verbatim').length,
    number: conversation.totals.messages,
    whole: conversation.totals.tokens,
  }
}

/** D3 the newest summary is what other conversations can find of this one. */
async function storeMemory(scope: Scope, { folds }: EntryDraft<CompactionEntry>): Promise<void> {
  const text = memoryOf(folds)
  // The compaction counts; a memory that could not be stored comes with the next one.
  if (text !== null) await scope.store.memories.put(scope.conversation, text).catch(report(scope))
}

/** Says how a compaction ended that did not count. */
export function emitEnd(scope: Scope, job: ClaimedJob, outcome: Outcome): void {
  if (outcome.type === 'completed' || outcome.type === 'prepared') return
  if (outcome.type === 'cancelled') emitCompaction(scope, job, { phase: 'cancelled' })
  else {
    const { type, sentence, reason, cause } = outcome
    emitCompaction(scope, job, { phase: type === 'failed' ? 'failed' : 'skipped', sentence, reason, cause })
  }
}

function emitPreparation({ engine, owner, conversation }: Scope, { id }: ClaimedJob, outcome: Outcome): void {
  const { sentence = null, reason = null, cause } = 'reason' in outcome ? outcome : {}
  engine.onEvent({ type: 'preparation', owner, conversation, id, outcome: outcome.type, sentence, reason, cause })
}
