import { messagesOf } from '../../core/branch.ts'
import { LonghandError } from '../../core/errors.ts'
import { isColdMoment, plan } from '../../core/plan.ts'
import { type TrimRequest, trimLimits } from '../../core/trims.ts'
import { limitOf, type WindowStatus } from '../../core/window.ts'
import type { Scope } from '../engine.ts'
import { readSnapshot, type Snapshot } from '../snapshot.ts'
import { type StartResult, startCompaction, swapIn } from './compactor.ts'
import type { CompactionOptions } from './job.ts'
import { prepare } from './prepare.ts'
import { trimOutputs } from './trim-outputs.ts'

/** A request that is about to be sent, by a turn of the server or by an app of its own. */
export type FitTask = {
  readonly scope: Scope
  /** Aborted when nobody waits for it any more. */
  readonly signal: AbortSignal
  readonly onStatus: (status: WindowStatus) => void
}

/**
 * Sees to it that the view fits before the model reads it. A prepared compaction is swapped in; otherwise the turn goes
 * ahead as long as it fits and the compaction runs beside it. What does not fit goes ahead without its old tool outputs,
 * and when that is not enough, with the originals' own words for the old part. Whoever has chosen a smaller model waits.
 */
export async function fitView(task: FitTask, snapshot: Snapshot): Promise<Snapshot> {
  const { scope } = task
  emitStatus(task, snapshot)
  const by = fits(snapshot) ? 'threshold' : 'limit'
  const { status, cache } = snapshot
  const due = plan(snapshot.branch, snapshot.policy, { by, status, ...(cache.state === 'cold' && { cache: 'cold' }) })
  if (due.type === 'rest') {
    if (!fits(snapshot)) return trimToFit(task, snapshot)
    // A long tool loop may go from here to the limit without an end of the turn in between.
    await prepare(scope, snapshot)
    return snapshot
  }
  if ((await swapIn(scope, snapshot)) !== null) {
    const swapped = await refreshSnapshot(task)
    return fits(swapped) ? swapped : fitView(task, swapped)
  }
  const cut = await withoutOldOutputs(task, snapshot)
  if (cut !== null) return fitView(task, cut)
  const trigger = triggerOf(snapshot, by)
  const started = await startCompaction(scope, snapshot, {
    by,
    trigger,
    ...(trigger === 'limit' && { pace: 'at-once' }),
  })
  // A cold moment is worth waiting for: once the request is sent, the long view has been paid for.
  if (fits(snapshot) && trigger !== 'cold-cache') return snapshot
  await waitForCompaction(started, task.signal)
  // Whoever has stopped it does not want to hear that it did not fit.
  if (task.signal.aborted) return snapshot
  return trimToFit(task, await refreshSnapshot(task))
}

/** Null when it fits, or when there is nothing old to cut. A summary that is on its way is not spoilt by it. */
async function withoutOldOutputs(task: FitTask, snapshot: Snapshot): Promise<Snapshot | null> {
  const due = !fits(snapshot) && snapshot.policy.automatic === 'on'
  return due && (await trimOutputs(task.scope, snapshot, { which: 'old', maxOutputLength: trimLimits[0] }))
    ? refreshSnapshot(task)
    : null
}

/** Waits until a compaction has ended, or nobody wants to wait any more. */
export async function waitForCompaction(started: StartResult, signal: AbortSignal): Promise<void> {
  if (started.type !== 'running' || signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve())
  await Promise.race([started.done, promise])
}

/** What is left without a summary: tool outputs are cut, the old ones first; what does not fit even then is refused. */
async function trimToFit(task: FitTask, snapshot: Snapshot): Promise<Snapshot> {
  let now = snapshot
  for (const request of trimSteps) {
    if (fits(now)) return now
    // With automatic compaction off nothing is changed behind the person's back.
    if (now.policy.automatic === 'on' && (await trimOutputs(task.scope, now, request)))
      now = await refreshSnapshot(task)
  }
  return fits(now) ? now : refuse(now)
}

/** Old outputs first, then all of them, ever shorter. */
const trimSteps: readonly TrimRequest[] = [
  { which: 'old', maxOutputLength: trimLimits[0] },
  ...trimLimits.map(maxOutputLength => ({ which: 'all', maxOutputLength }) as const),
]

/** C1 a model with a smaller window is a reason of its own. */
function triggerOf(
  { reading, policy, status, cache }: Snapshot,
  by: 'threshold' | 'limit',
): CompactionOptions['trigger'] {
  if (reading.anchor !== null && reading.anchor.model !== reading.model) return 'model-change'
  const isCold = cache.state === 'cold' && isColdMoment(policy, { cache: 'cold', status })
  return by === 'threshold' && isCold ? 'cold-cache' : by
}

export const fits = ({ status }: Snapshot): boolean => {
  const limit = limitOf({ window: status.window, reserve: status.reserved })
  return limit === null || status.used <= limit
}

export async function refreshSnapshot(task: FitTask): Promise<Snapshot> {
  const snapshot = await readSnapshot(task.scope)
  emitStatus(task, snapshot)
  return snapshot
}

function emitStatus({ scope, onStatus }: FitTask, { status }: Snapshot): void {
  const { engine, owner, conversation } = scope
  onStatus(status)
  engine.onEvent({ type: 'status', owner, conversation, status })
}

/** The last method: nothing can be folded any more, so the person must choose what goes. */
export function refuse({ branch, view, status }: Snapshot): never {
  const numbers = new Map(messagesOf(branch).map(({ depth, number }) => [depth, number]))
  const largest = view
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 3)
    .map(({ kind, span, count }) => {
      const number = kind === 'summary' || kind === 'digest' ? undefined : numbers.get(span.from)
      return `${number === undefined ? `the ${kind}` : `¶ ${number}`} (${count.toLocaleString('en')})`
    })
  const limit = limitOf({ window: status.window, reserve: status.reserved }) ?? 0
  throw new LonghandError(
    'does-not-fit',
    `This does not fit. The view needs ${status.used.toLocaleString('en')} tokens; ${limit.toLocaleString('en')} are free. Largest: ${largest.join(', ')}.`,
    { details: { used: status.used, limit } },
  )
}
