import { messagesOf } from '../../core/branch.ts'
import { asJson } from '../../core/json.ts'
import { planOf, type RestReason } from '../../core/plan.ts'
import type { Receipt } from '../../core/receipt.ts'
import { trackBackground } from '../drain.ts'
import type { ActiveCompaction, Scope } from '../engine.ts'
import { failureOf } from '../failure.ts'
import type { CompactionJob } from '../ports/store-compactions.ts'
import { reportBug } from '../report-bug.ts'
import { readSnapshot, type Snapshot } from '../snapshot.ts'
import { acceptedDraft } from './accepted-draft.ts'
import { type AttemptOutcome, mayAttempt, readBreaker, recordAttempt, tellsNothing, whileOpen } from './breaker.ts'
import { chooseSummariser } from './choose-summariser.ts'
import { claimJob } from './claim-job.ts'
import { isCrashLoop } from './crash-loop.ts'
import { emitCompaction } from './emit-compaction.ts'
import {
  type ClaimedJob,
  type CompactionDraft,
  type CompactionOptions,
  type JobPlan,
  type Outcome,
  optionsOf,
} from './job.ts'
import { awaitProse, dropProse, isForLater, withKeptProse } from './kept-prose.ts'
import { isDraft, parseReceipt } from './parse-job.ts'
import { commit, emitEnd, runCompaction } from './run-compaction.ts'

export type StartResult =
  /** `isStale`: what it was planned on has changed since; who plans again may find something. */
  | { readonly type: 'rest'; readonly reason: RestReason; readonly isStale?: true }
  | { readonly type: 'cooling-down'; readonly waitMs: number }
  /** The breaker is open: too many have failed; the next try is allowed at this time. */
  | { readonly type: 'paused'; readonly until: number }
  /** Made by this process, now; or by another one, and then `done` tells when it has ended. */
  | {
      readonly type: 'running'
      readonly id: string
      readonly takes: 'a-moment' | 'long'
      /** Whether it is the one that was asked for, or another that was under way. */
      readonly asked: 'this' | 'another'
      readonly done: Promise<Outcome>
    }

/** C12 at most one in thirty seconds, but never at the price of a request that does not fit. */
export const cooldownMs = 30_000

/** `instead`: of one that a person had and that failed them, so that there is nothing to cool down from. */
type Wanted = CompactionOptions & { readonly instead?: true }

/** Plans a compaction, claims it across all processes, and makes it in the background. */
export async function startCompaction(
  scope: Scope,
  snapshot: Snapshot,
  { instead, ...wanted }: Wanted,
): Promise<StartResult> {
  const { engine, store, conversation } = scope
  const read = await acceptedDraft(scope, snapshot, wanted)
  const effective = read?.type === 'offer' ? withoutOverrides(wanted) : wanted
  await cancelSuperseded(scope, snapshot, effective)
  const here = engine.activeCompactions.get(conversation)
  if (here !== undefined) return { ...committedWhenReady(scope, effective, here), takes: 'long', asked: 'another' }
  const breaker = await readBreaker(scope)
  const left = mayAttempt(breaker, engine.clock.now()) ? { options: effective } : whileOpen(breaker, effective)
  if (left === null) return { type: 'paused', until: breaker.until! }
  const { options } = left
  const policy = options.strategy === undefined ? snapshot.policy : { ...snapshot.policy, strategy: options.strategy }
  const shown = read?.type === 'draft' ? read : null
  // C5 what needs no model is made when it is due, of all that was said by then.
  const isAhead = options.when === 'at-threshold' && policy.automatic === 'on'
  if (isAhead && engine.models.summariser(snapshot.chatModel.name, 'usual') === null)
    return { type: 'rest', reason: 'fits' }
  const decision =
    shown?.plan.decision ??
    planOf(snapshot.layout, policy, {
      by: options.by,
      status: snapshot.status,
      ...(options.trigger === 'cold-cache' && { cache: 'cold' }),
      ...(options.choice && { choice: options.choice }),
      ...(options.recent && { recent: options.recent }),
    })
  if (decision.type === 'rest') return decision
  const span = { from: decision.planned[0]!.span.from, to: decision.planned.at(-1)!.span.to }
  const keeping = messagesOf(snapshot.branch).filter(({ depth }) => depth > span.to).length
  const id = engine.newId()
  const fold = { decision, ...left, ...payerIn(engine) }
  const plan = shown === null ? await withKeptProse(scope, snapshot, fold) : fold
  const needsModel = shown === null && (await chooseSummariser(scope, snapshot, plan)).summariser !== null
  if (isAhead && !needsModel) return { type: 'rest', reason: 'fits' }
  const requested = await store.compactions.request(conversation, {
    id,
    base: {
      place: snapshot.conversation.head,
      compaction: snapshot.conversation.head.compaction,
      epoch: snapshot.conversation.epoch,
    },
    span,
    words: needsModel ? 'model' : 'originals',
    plan: asJson({
      ...plan,
      keeping,
      ...(shown && { accepted: withId(shown.draft, id) }),
    }),
    ...(instead || options.by === 'limit' || options.when === 'at-threshold' ? {} : { cooldownMs }),
  })
  if (requested.type === 'cooling-down') return requested
  if (requested.type === 'stale') return { type: 'rest', reason: 'nothing-to-fold', isStale: true }
  // Whoever writes ahead of need leaves one alone that lies ready.
  if (options.when === 'at-threshold' && requested.job.status === 'ready')
    return { ...lyingReady(requested.job.id), takes: 'long', asked: 'another' }
  const job = await claimJob(scope)
  const isShort = !needsModel && snapshot.conversation.totals.tokens <= maxTokensAtOnce
  const isQuick = job === null ? isAlmostThere(requested.job) : isShort
  const patience = options.pace === 'at-once' ? patienceFor(snapshot) : Number.POSITIVE_INFINITY
  const running = job === null ? runningElsewhere(scope, requested.job.id, patience) : runClaimed(scope, job)
  return {
    ...committedWhenReady(scope, options, running),
    takes: isQuick ? 'a-moment' : 'long',
    asked: requested.job.id === id ? 'this' : 'another',
  }
}

/**
 * How long whoever cannot wait for a model waits for another process, which may have died: many times what reading the
 * originals takes. Who gives up on a living one makes it begin again, and is made to in turn.
 */
const patienceFor = ({ conversation }: Snapshot): number => 2_000 + conversation.totals.tokens / tokensPerMs

/** Read by the slowest machine. */
const tokensPerMs = 25

/** The originals of so many tokens are read in a few tenths of a second. */
const maxTokensAtOnce = 250_000

/** What a person wants of this compaction and not of any other. */
export const isCustom = ({ instructions, choice, strategy, text, rewrite }: CompactionOptions): boolean =>
  [instructions, choice, strategy, text, rewrite].some(option => option !== undefined)

/** H4.37 who pays is noted with the job: another process may take it over. */
const payerIn = ({ models: { keys } }: Scope['engine']): Pick<JobPlan, 'keys'> => (keys === undefined ? {} : { keys })

const withoutOverrides = ({ by, trigger, pace = 'usual' }: CompactionOptions): CompactionOptions => ({
  by,
  trigger,
  pace,
})

const withId = (draft: CompactionDraft, id: string): CompactionDraft => ({
  ...draft,
  receipt: { ...draft.receipt, id },
})

/**
 * A summary that was written ahead of need, before the person said what they want of it, makes way; and so does
 * whatever nobody has asked for, when someone would have to wait for it. C20 what a summariser is writing is kept when it comes.
 */
async function cancelSuperseded(scope: Scope, snapshot: Snapshot, options: CompactionOptions): Promise<void> {
  if (!isCustom(options) && options.pace !== 'at-once') return
  const { engine, store, conversation } = scope
  const [newest] = await store.compactions.list(conversation, { limit: 1 })
  if (newest === undefined || !(options.pace === 'at-once' ? isAutomatic(newest) : isPreparation(newest))) return
  // What takes a moment is waited for, whoever is at it: two who can't wait would cancel each other.
  if (!isCustom(options) && isAlmostThere(newest)) return
  const here = engine.activeCompactions.get(conversation)
  // Of one in another process it is not known: as a rule its summariser is asked by now.
  const isAsked = here?.id === newest.id ? here.progress.isAsked : newest.status === 'running'
  if (!isCustom(options) && isAsked && isForLater(optionsOf(newest)))
    await awaitProse(scope, newest.id, snapshot.conversation.totals.tokens)
  else here?.stop.abort('cancelled')
  await store.compactions.cancel(conversation)
  // Its fence has fallen: what it still does has no effect, and need not be waited for.
  engine.activeCompactions.delete(conversation)
}

/** Whether a compaction asks no model any more: it is made of the originals, or its text is written. */
const isAlmostThere = ({ words, draft }: CompactionJob): boolean => words === 'originals' || isDraft(draft)

const isAutomatic = (job: CompactionJob): boolean => optionsOf(job).trigger !== 'person'

export const isPreparation = (job: CompactionJob): boolean => optionsOf(job).when === 'at-threshold'

/** Whoever wants a compaction now is also served by one that was written ahead of need. */
function committedWhenReady(
  scope: Scope,
  options: CompactionOptions,
  { id, done }: Pick<Running, 'id' | 'done'>,
): Running {
  if (options.when === 'at-threshold') return { type: 'running', id, done }
  return {
    type: 'running',
    id,
    done: done.then(outcome => (outcome.type === 'prepared' ? swapNow(scope, id) : outcome)),
  }
}

async function swapNow(scope: Scope, id: string): Promise<Outcome> {
  try {
    const swapped = await swapIn(scope, await readSnapshot(scope))
    return swapped === null ? await runningElsewhere(scope, id).done : { type: 'completed', receipt: swapped }
  } catch (error) {
    return failed(scope, error)
  }
}

/** Makes a prepared compaction count, without waiting for anything but one commit. Null when none is ready. */
export async function swapIn(scope: Scope, snapshot: Snapshot): Promise<Receipt | null> {
  const { engine, conversation } = scope
  if (engine.activeCompactions.has(conversation)) return null
  const job = await claimJob(scope)
  if (job === null) return null
  if (job.draft === null || (await isCrashLoop(scope, job))) {
    runClaimed(scope, job)
    return null
  }
  emitCompaction(scope, job, { phase: 'started' })
  const outcome = await commit(scope, job, job.draft, snapshot)
  if (outcome.type === 'completed') return outcome.receipt
  emitEnd(scope, job, outcome)
  return null
}

/** Carries out a job that this process has claimed: new, or taken over from one that went silent. `asked`: a summariser is. */
export function runClaimed(scope: Scope, job: ClaimedJob): Running & { readonly asked: Promise<void> } {
  const { engine, conversation } = scope
  const stop = new AbortController()
  const { promise: asked, resolve: onAsk } = Promise.withResolvers<void>()
  const progress: ActiveCompaction['progress'] = { isAsked: false, now: 'working', onAsk }
  const done = runCompaction(scope, job, { stop, progress }).then(async outcome => {
    // A breaker that could not be stored counts one try less.
    await recordOutcome(scope, outcome).catch(error => reportBug(engine, error, { ...scope, during: 'compaction' }))
    if (engine.activeCompactions.get(conversation)?.stop === stop) engine.activeCompactions.delete(conversation)
    return outcome
  })
  engine.activeCompactions.set(conversation, { id: job.id, stop, done, progress })
  trackBackground(engine, { stop, done })
  return { type: 'running', id: job.id, done, asked }
}

type Running = Omit<Extract<StartResult, { type: 'running' }>, 'takes' | 'asked'>

const lyingReady = (id: string): Running => ({ type: 'running', id, done: Promise.resolve({ type: 'prepared' }) })

/** A compaction that another process makes. */
const runningElsewhere = (scope: Scope, id: string, patience = Number.POSITIVE_INFINITY): Running => ({
  type: 'running',
  id,
  done: waitForEnd(scope, id, patience).catch(error => failed(scope, error)),
})

async function waitForEnd({ store, engine, conversation }: Scope, id: string, patience: number): Promise<Outcome> {
  const giveUpAt = engine.clock.now() + patience
  for (let pause = 10; ; pause = Math.min(2 * pause, 250)) {
    const job = await store.compactions.get(conversation, id)
    if (job.status === 'done') return { type: 'completed', receipt: parseReceipt(job) }
    if (job.status === 'ready') return { type: 'prepared' }
    if (job.status === 'cancelled') return { type: 'cancelled' }
    if (job.status === 'rejected' || job.status === 'failed')
      return { type: job.status === 'failed' ? 'failed' : 'gained-nothing', sentence: job.reason!, reason: job.status }
    if (engine.clock.now() >= giveUpAt) {
      await store.compactions.cancel(conversation)
      return { type: 'cancelled' }
    }
    await engine.clock.sleep(pause)
  }
}

const failed = (scope: Scope, error: unknown): Outcome => {
  reportBug(scope.engine, error, { ...scope, during: 'compaction' })
  const { sentence, code } = failureOf(error)
  return { type: 'failed', sentence, reason: code }
}

async function recordOutcome(scope: Scope, outcome: Outcome): Promise<void> {
  const went = attemptOutcomes[outcome.type]
  if (went === null || ('reason' in outcome && outcome.reason === 'crash-loop')) return
  // F3 a fold that no model was asked for says nothing about a summariser that has failed.
  const isByNobody = outcome.type === 'completed' && outcome.receipt.calls === 0
  if (isByNobody && tellsNothing(await readBreaker(scope), outcome.receipt)) return
  await recordAttempt(scope, went, outcome.type === 'failed' ? outcome.reason : null)
}

/** What an outcome is to the breaker. A crash loop has been noted before it was ended. */
const attemptOutcomes: Readonly<Record<Outcome['type'], AttemptOutcome | null>> = {
  completed: 'gained',
  prepared: null,
  cancelled: null,
  failed: 'failed',
  'gained-nothing': 'gained-nothing',
}

/** C17, F4 ends the compaction that runs; the view stays as it was. */
export async function cancelCompaction(scope: Scope): Promise<boolean> {
  const { engine, store, conversation } = scope
  engine.activeCompactions.get(conversation)?.stop.abort('cancelled')
  await dropProse(scope)
  return store.compactions.cancel(conversation)
}
