import { LonghandError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { isColdMoment, plan } from '../../core/plan.ts'
import { limitOf } from '../../core/window.ts'
import { look, type Moment } from '../snapshot.ts'
import type { Turn } from '../turn/answer.ts'
import { type Begun, beginCompaction, type CompactionAsk, swapIn } from './compactor.ts'
import { prepare } from './prepare.ts'
import { trimOutputs } from './trim-outputs.ts'

/**
 * Sees to it that the view fits before the model reads it. A prepared compaction is swapped in; otherwise the turn goes
 * ahead as long as it fits and the compaction runs beside it. What does not fit goes ahead without its old tool outputs,
 * and when that is not enough, with the originals' own words for the old part. Whoever has chosen a smaller model waits.
 */
export async function makeRoom(turn: Turn, moment: Moment): Promise<Moment> {
  const { scope } = turn
  tellStatus(turn, moment)
  const by = fits(moment) ? 'threshold' : 'limit'
  const { status, cache } = moment
  const due = plan(moment.branch, moment.policy, { by, status, ...(cache.state === 'cold' && { cache: 'cold' }) })
  if (due.type === 'rest') {
    if (!fits(moment)) return squeeze(turn, moment)
    // A long tool loop may go from here to the limit without an end of the turn in between.
    await prepare(scope, moment)
    return moment
  }
  if ((await swapIn(scope, moment)) !== null) {
    const swapped = await again(turn)
    return fits(swapped) ? swapped : makeRoom(turn, swapped)
  }
  const cut = await withoutOldOutputs(turn, moment)
  if (cut !== null) return makeRoom(turn, cut)
  const trigger = triggerOf(moment, by)
  const begun = await beginCompaction(scope, moment, { by, trigger, ...(trigger === 'limit' && { pace: 'at-once' }) })
  // A cold moment is worth waiting for: once the request is sent, the long view has been paid for.
  if (fits(moment) && trigger !== 'cold-cache') return moment
  await ended(begun, turn.stop.signal)
  // Whoever has stopped it does not want to hear that it did not fit.
  if (turn.stop.signal.aborted) return moment
  return squeeze(turn, await again(turn))
}

/** Null when it fits, or when there is nothing old to cut. A summary that is on its way is not spoilt by it. */
async function withoutOldOutputs(turn: Turn, moment: Moment): Promise<Moment | null> {
  const due = !fits(moment) && moment.policy.automatic === 'on'
  return due && (await trimOutputs(turn.scope, moment, 'old')) ? again(turn) : null
}

/** Waits until a compaction has ended, or nobody wants to wait any more. */
export async function ended(begun: Begun, signal: AbortSignal): Promise<void> {
  if (begun.type !== 'running' || signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve())
  await Promise.race([begun.done, promise])
}

/** The rungs below a summary: tool outputs are cut, the old ones first; what does not fit even then is refused. */
async function squeeze(turn: Turn, moment: Moment): Promise<Moment> {
  let now = moment
  for (const which of ['old', 'all'] as const) {
    if (fits(now)) return now
    // With automatic compaction off nothing is changed behind the person's back.
    if (now.policy.automatic === 'on' && (await trimOutputs(turn.scope, now, which))) now = await again(turn)
  }
  return fits(now) ? now : refuse(now)
}

/** C1 a model with a smaller window is a reason of its own. */
function triggerOf({ reading, policy, status, cache }: Moment, by: 'threshold' | 'limit'): CompactionAsk['trigger'] {
  if (reading.anchor !== null && reading.anchor.model !== reading.model) return 'model-change'
  const isCold = cache.state === 'cold' && isColdMoment(policy, { cache: 'cold', status })
  return by === 'threshold' && isCold ? 'cold-cache' : by
}

export const fits = ({ status }: Moment): boolean => {
  const limit = limitOf({ window: status.window, reserve: status.reserved })
  return limit === null || status.used <= limit
}

export async function again(turn: Turn): Promise<Moment> {
  const moment = await look(turn.scope)
  tellStatus(turn, moment)
  return moment
}

function tellStatus({ scope, feed }: Turn, { status }: Moment): void {
  const { engine, owner, conversation } = scope
  feed.push({ type: 'data-context', id: 'context', data: status as unknown as Json })
  engine.tell({ type: 'status', owner, conversation, status })
}

/** The last rung: nothing can be folded any more, so the person must choose what goes. */
export function refuse({ view, status }: Moment): never {
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
