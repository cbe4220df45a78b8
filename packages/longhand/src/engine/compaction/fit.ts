import { messagesOf } from '../../core/branch.ts'
import { LonghandError } from '../../core/errors.ts'
import { isColdMoment, type Plan, planOf } from '../../core/plan.ts'
import { type TrimRequest, trimLimits } from '../../core/trims.ts'
import { limitOf, prepareTokens, roomOf, type WindowStatus } from '../../core/window.ts'
import type { Scope } from '../engine.ts'
import { readSnapshot, type Snapshot } from '../snapshot.ts'
import { unlessAborted } from '../unless-aborted.ts'
import { isPreparation, type StartResult, startCompaction, swapIn } from './compactor.ts'
import type { CompactionOptions, Outcome } from './job.ts'
import { largestIn, releaseHint } from './largest.ts'
import { trimmable } from './trim-message.ts'
import { trimOutputs } from './trim-outputs.ts'

/** A request that is about to be sent, by a turn of the server or by an app of its own. */
export type FitTask = {
  readonly scope: Scope
  /** Aborted when nobody waits for it any more. */
  readonly signal: AbortSignal
  readonly onStatus: (status: WindowStatus) => void
  /**
   * What is waited for, all that is worth it when left out. With `never` no summary is, with `cold-moment` only one in a cold
   * moment: what does not fit is folded in the originals' own words.
   */
  readonly wait?: 'never' | 'cold-moment'
}

/**
 * Sees to it that the view fits before the model reads it. A prepared compaction is swapped in; otherwise the turn goes
 * ahead as long as it fits and the compaction runs beside it. What does not fit goes ahead with the originals' own words for
 * the old part, and when that is not enough, without its tool outputs. Whoever has chosen a smaller model waits.
 */
export async function fitView(task: FitTask, snapshot: Snapshot): Promise<Snapshot> {
  const { scope } = task
  let now = snapshot
  tellStatus(task, now)
  for (let round = 1; ; round++) {
    const by = now.fits ? 'threshold' : 'limit'
    const due = planBy(now, by)
    if (due.type === 'rest' && by === 'limit') return trimToFit(task, now)
    if (due.type === 'rest') {
      // A long tool loop may go from here to the limit without an end of the turn in between.
      await prepare(scope, now)
      return now
    }
    const step = await fold(task, now, by)
    if (step === 'as-is') return now
    now = await refreshSnapshot(task)
    if (step === 'compacted' || round === maxRounds) return trimToFit(task, now)
    if (step === 'swapped' && now.fits) return now
  }
}

/** Whether a view is sent as it is: it fits, and no compaction is due that could be swapped in first. */
export const isSentAsItIs = (snapshot: Snapshot): boolean =>
  snapshot.fits && planBy(snapshot, 'threshold').type === 'rest'

const planBy = ({ layout, policy, status, cache }: Snapshot, by: 'threshold' | 'limit'): Plan =>
  planOf(layout, policy, { by, status, ...(cache.state === 'cold' && { cache: 'cold' }) })

/** So often another process may be at the same thing, or undo it, before what is there has to do. */
const maxRounds = 10

/**
 * What was done about a view that is due. `as-is`: it is sent as it is, with a compaction beside it or nobody waiting.
 * `overtaken`: another process has changed the conversation meanwhile, so that what is due has to be planned again.
 */
type FoldStep = 'swapped' | 'compacted' | 'overtaken' | 'as-is'

async function fold(task: FitTask, now: Snapshot, by: 'threshold' | 'limit'): Promise<FoldStep> {
  const { scope, signal } = task
  if ((await swapIn(scope, now)) !== null) return 'swapped'
  const trigger = task.wait === 'never' ? by : triggerOf(now, by)
  const atOnce = by === 'limit' && (trigger === 'limit' || task.wait !== undefined)
  const started = await startCompaction(scope, now, { by, trigger, ...(atOnce && { pace: 'at-once' }) })
  // Worth waiting for: what takes a moment, and a cold moment, since once the request is sent, the long view has been paid for.
  const isWorthIt = trigger === 'cold-cache' || (started.type === 'running' && started.takes === 'a-moment')
  if (by === 'threshold' && !isWorthIt) return 'as-is'
  const isOvertaken = await wasOvertaken(started, signal)
  // Whoever has stopped it does not want to hear that it did not fit.
  if (signal.aborted) return 'as-is'
  return isOvertaken ? 'overtaken' : 'compacted'
}

/** C1 a model with a smaller window is a reason of its own. */
function triggerOf(
  { reading, policy, status, cache }: Snapshot,
  by: 'threshold' | 'limit',
): CompactionOptions['trigger'] {
  if (reading.anchor !== null && reading.anchor.model !== reading.model) return 'model-change'
  const isCold = cache.state === 'cold' && isColdMoment(policy, { cache: 'cold', status })
  return by === 'threshold' && isCold ? 'cold-cache' : by
}

/** Waits until a compaction has ended, or nobody wants to wait any more. */
async function waitForCompaction(started: StartResult, signal: AbortSignal): Promise<Outcome | null> {
  return started.type === 'running' ? unlessAborted(started.done, signal) : null
}

/** The same; true when nothing came of it because others were there at the same time, or when it was theirs. */
async function wasOvertaken(started: StartResult, signal: AbortSignal): Promise<boolean> {
  const outcome = await waitForCompaction(started, signal)
  if (started.type !== 'running') return started.type === 'rest' && started.isStale === true
  return outcome?.type === 'cancelled' || started.asked === 'another'
}

/** What is left without a summary: tool outputs are cut, the old ones first. */
async function trimToFit(task: FitTask, snapshot: Snapshot): Promise<Snapshot> {
  let now = snapshot
  for (const request of trimSteps) {
    if (now.fits) return now
    if (await trimIfAllowed(task.scope, now, request)) now = await refreshSnapshot(task)
  }
  if (now.fits) return now
  const smaller = await foldMore(task, now)
  return smaller !== null && (smaller.fits || task.signal.aborted) ? smaller : refuse(smaller ?? now)
}

/** F1 when nothing that can be cut is enough, fewer recent messages stay; null when that folds nothing more. */
async function foldMore(task: FitTask, snapshot: Snapshot): Promise<Snapshot | null> {
  const { scope, signal } = task
  const options = { by: 'limit', trigger: 'limit', pace: 'at-once', recent: 'fewer' } as const
  let now = snapshot
  for (let round = 1; round <= maxRounds; round++) {
    const started = await startCompaction(scope, now, options)
    const isOvertaken = await wasOvertaken(started, signal)
    if (started.type !== 'running' && !isOvertaken) break
    now = await refreshSnapshot(task)
    if (!isOvertaken || now.fits || signal.aborted) break
  }
  return isSameView(now, snapshot) ? null : now
}

/** Whether a compaction that was tried has changed nothing: it was not worth it, or has failed. */
const isSameView = (now: Snapshot, before: Snapshot): boolean => now.layout.current?.id === before.layout.current?.id

/** F1 old outputs first, then all that were answered, ever shorter; those that the model has not read yet come last. */
const trimSteps: readonly [TrimRequest, ...TrimRequest[]] = [
  { which: 'old', maxOutputLength: trimLimits[0] },
  ...(['answered', 'all'] as const).flatMap(which => trimLimits.map(maxOutputLength => ({ which, maxOutputLength }))),
]

/** C17 with automatic compaction off nothing is changed behind the person's back. */
const trimIfAllowed = async (scope: Scope, now: Snapshot, request: TrimRequest): Promise<boolean> =>
  now.policy.automatic === 'on' && trimOutputs(scope, now, request)

/**
 * What to send after a provider has refused a request as too long: first with a compaction, then without any long tool
 * output. After that it is said that it does not fit. Ends early when nobody waits any more.
 */
export async function* smallerViews(
  task: FitTask,
  { reading }: Snapshot,
  limit: number | null,
): AsyncGenerator<Snapshot, void> {
  const { scope, signal } = task
  // T5 a provider that says "N > M" has told us its real window.
  if (limit !== null) await scope.store.calibrations.put(reading.model, scope.engine.meter.limit(reading.learnt, limit))
  const before = await refreshSnapshot(task)
  const started = await startCompaction(scope, before, {
    ...{ by: 'limit', trigger: 'overflow' },
    ...(task.wait !== undefined && { pace: 'at-once' }),
  })
  await waitForCompaction(started, signal)
  if (signal.aborted) return
  let now = await refreshSnapshot(task)
  // The same again would be refused again.
  if (now.fits && !isSameView(now, before)) yield now
  if (await trimIfAllowed(scope, now, { which: 'all', maxOutputLength: trimLimits[0] })) {
    now = await refreshSnapshot(task)
    yield now
  }
  const smaller = await foldMore(task, now)
  if (smaller !== null) yield smaller
  refuse(smaller ?? now)
}

async function refreshSnapshot(task: FitTask): Promise<Snapshot> {
  const snapshot = await readSnapshot(task.scope)
  tellStatus(task, snapshot)
  return snapshot
}

function tellStatus({ scope, onStatus }: FitTask, snapshot: Snapshot): void {
  onStatus(snapshot.status)
  emitStatus(scope, snapshot)
}

/** Tells whoever watches how full the window is. */
export function emitStatus({ engine, owner, conversation }: Scope, { status }: Snapshot): void {
  engine.onEvent({ type: 'status', owner, conversation, status })
}

/** The last step: nothing can be folded any more, so the person must choose what goes. */
function refuse(snapshot: Snapshot): never {
  const { branch, view, layout, status, files } = snapshot
  const limit = limitOf(roomOf(status)) ?? 0
  const [needs, free] = [status.used, limit].map(tokens => tokens.toLocaleString('en'))
  const why =
    status.used > limit
      ? `The view needs ${needs} tokens; ${free} are free.`
      : `The provider says this is too long, although we count only ${needs} tokens of ${free}. Set a smaller window for this model.`
  const sentences = [
    `This does not fit. ${why} Largest: ${largestIn(branch, view)}.`,
    releaseHint(layout, status.used - limit),
    filesHint(files),
  ]
  const trim = trimmable(snapshot, status.used - limit)
  throw new LonghandError('does-not-fit', sentences.join(' ').trim(), {
    details: { used: status.used, limit, ...(trim === null ? {} : { trim }) },
  })
}

/** W26 files of a project are never cut, so whoever wants to go on is told what they take. */
function filesHint(files: Snapshot['files']): string {
  if (files.length === 0) return ''
  const tokens = files.reduce((sum, file) => sum + file.tokens, 0)
  return `The files of the project take ${tokens.toLocaleString('en')} tokens: delete some, or choose a model with a larger window.`
}

/** C5 from 70% on, or shortly before a limit that is nearer, the summary is written ahead, so that nobody waits when it is due. */
export async function prepare(scope: Scope, snapshot: Snapshot): Promise<void> {
  const { policy } = snapshot
  if (!isToPrepare(snapshot)) return
  if (messagesOf(snapshot.branch).at(-1)!.number < policy.minMessages) return
  if (policy.automatic === 'ask' && (await wasRefused(scope, snapshot))) return
  await startCompaction(scope, snapshot, { by: 'force', trigger: 'threshold', when: 'at-threshold' })
}

/** Whether the window is so full that a summary is written ahead. */
export const isToPrepare = ({ policy, status }: Snapshot): boolean =>
  status.window !== null && status.used >= prepareTokens(policy.prepare, roomOf(status)) && policy.automatic !== 'off'

/** C17 who has just sent one away is not offered another before much more was said. */
async function wasRefused({ store, conversation }: Scope, { branch, policy }: Snapshot): Promise<boolean> {
  const [newest] = await store.compactions.list(conversation, { limit: 1 })
  if (newest?.status !== 'cancelled' || !isPreparation(newest)) return false
  return messagesOf(branch).filter(({ depth }) => depth > newest.base.place.depth).length < policy.minMessages
}
