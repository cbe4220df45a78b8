import { LonghandError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { isColdMoment, plan } from '../../core/plan.ts'
import { limitOf } from '../../core/window.ts'
import { readSnapshot, type Snapshot } from '../snapshot.ts'
import type { Turn } from '../turn/answer.ts'
import { type CompactionOptions, type StartResult, startCompaction, swapIn } from './compactor.ts'
import { prepare } from './prepare.ts'
import { trimOutputs } from './trim-outputs.ts'

/**
 * Sees to it that the view fits before the model reads it. A prepared compaction is swapped in; otherwise the turn goes
 * ahead as long as it fits and the compaction runs beside it. What does not fit goes ahead without its old tool outputs,
 * and when that is not enough, with the originals' own words for the old part. Whoever has chosen a smaller model waits.
 */
export async function fitView(turn: Turn, snapshot: Snapshot): Promise<Snapshot> {
  const { scope } = turn
  emitStatus(turn, snapshot)
  const by = fits(snapshot) ? 'threshold' : 'limit'
  const { status, cache } = snapshot
  const due = plan(snapshot.branch, snapshot.policy, { by, status, ...(cache.state === 'cold' && { cache: 'cold' }) })
  if (due.type === 'rest') {
    if (!fits(snapshot)) return trimToFit(turn, snapshot)
    // A long tool loop may go from here to the limit without an end of the turn in between.
    await prepare(scope, snapshot)
    return snapshot
  }
  if ((await swapIn(scope, snapshot)) !== null) {
    const swapped = await refreshSnapshot(turn)
    return fits(swapped) ? swapped : fitView(turn, swapped)
  }
  const cut = await withoutOldOutputs(turn, snapshot)
  if (cut !== null) return fitView(turn, cut)
  const trigger = triggerOf(snapshot, by)
  const started = await startCompaction(scope, snapshot, {
    by,
    trigger,
    ...(trigger === 'limit' && { pace: 'at-once' }),
  })
  // A cold moment is worth waiting for: once the request is sent, the long view has been paid for.
  if (fits(snapshot) && trigger !== 'cold-cache') return snapshot
  await waitForCompaction(started, turn.stop.signal)
  // Whoever has stopped it does not want to hear that it did not fit.
  if (turn.stop.signal.aborted) return snapshot
  return trimToFit(turn, await refreshSnapshot(turn))
}

/** Null when it fits, or when there is nothing old to cut. A summary that is on its way is not spoilt by it. */
async function withoutOldOutputs(turn: Turn, snapshot: Snapshot): Promise<Snapshot | null> {
  const due = !fits(snapshot) && snapshot.policy.automatic === 'on'
  return due && (await trimOutputs(turn.scope, snapshot, 'old')) ? refreshSnapshot(turn) : null
}

/** Waits until a compaction has ended, or nobody wants to wait any more. */
export async function waitForCompaction(started: StartResult, signal: AbortSignal): Promise<void> {
  if (started.type !== 'running' || signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve())
  await Promise.race([started.done, promise])
}

/** The rungs below a summary: tool outputs are cut, the old ones first; what does not fit even then is refused. */
async function trimToFit(turn: Turn, snapshot: Snapshot): Promise<Snapshot> {
  let now = snapshot
  for (const which of ['old', 'all'] as const) {
    if (fits(now)) return now
    // With automatic compaction off nothing is changed behind the person's back.
    if (now.policy.automatic === 'on' && (await trimOutputs(turn.scope, now, which))) now = await refreshSnapshot(turn)
  }
  return fits(now) ? now : refuse(now)
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

export const fits = ({ status }: Snapshot): boolean => {
  const limit = limitOf({ window: status.window, reserve: status.reserved })
  return limit === null || status.used <= limit
}

export async function refreshSnapshot(turn: Turn): Promise<Snapshot> {
  const snapshot = await readSnapshot(turn.scope)
  emitStatus(turn, snapshot)
  return snapshot
}

function emitStatus({ scope, feed }: Turn, { status }: Snapshot): void {
  const { engine, owner, conversation } = scope
  feed.push({ type: 'data-context', id: 'context', data: status as unknown as Json })
  engine.onEvent({ type: 'status', owner, conversation, status })
}

/** The last rung: nothing can be folded any more, so the person must choose what goes. */
export function refuse({ view, status }: Snapshot): never {
  const largest = view
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 3)
    .map(({ span, count }) => `¶ ${span.from} (${count.toLocaleString('en')})`)
  const limit = limitOf({ window: status.window, reserve: status.reserved }) ?? 0
  throw new LonghandError(
    'does-not-fit',
    `This does not fit. The view needs ${status.used.toLocaleString('en')} tokens; ${limit.toLocaleString('en')} are free. Largest: ${largest.join(', ')}.`,
    { details: { used: status.used, limit } },
  )
}
