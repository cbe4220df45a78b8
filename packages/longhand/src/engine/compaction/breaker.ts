import { asJson, type Json } from '../../core/json.ts'
import type { Receipt } from '../../core/receipt.ts'
import type { Scope } from '../engine.ts'
import type { CompactionOptions, JobPlan } from './job.ts'

/** Stops compactions that fail or gain nothing, and tries again by itself. Plain, so that it can be stored. */
export type Breaker = {
  /** Failures, or compactions that gained nothing, in a row. */
  readonly strikes: number
  /** How often it has opened without a success in between: each time it waits longer. */
  readonly opened: number
  /** When it opened, and when the next try is allowed; null while it is closed. */
  readonly since: number | null
  readonly until: number | null
  /** It has opened because processes died. Then it keeps back every summary but one that a person asks for. */
  readonly crashed: boolean
  /** They died over the originals' own words: until the next try, what must be folded is folded unread. */
  readonly unread: boolean
  /** Why the last one failed; null after one that did not. */
  readonly failure: string | null
}

export const closedBreaker: Breaker = {
  strikes: 0,
  opened: 0,
  since: null,
  until: null,
  crashed: false,
  unread: false,
  failure: null,
}

/** A breaker as it was stored, also by earlier versions and in imports; one that makes no sense is a closed one. */
export function breakerFrom(stored: Json | null): Breaker {
  if (stored === null) return closedBreaker
  const { strikes, opened, since, until, crashed, unread, failure } = {
    ...closedBreaker,
    ...(stored as Partial<Breaker>),
  }
  const counts = [strikes, opened].every(count => Number.isInteger(count) && count >= 0)
  const times = [since, until].every(time => time === null || Number.isFinite(time))
  if (!counts || !times) return closedBreaker
  return {
    strikes,
    opened,
    since,
    until,
    crashed: crashed === true,
    unread: unread === true,
    failure: typeof failure === 'string' ? failure : null,
  }
}

export type AttemptOutcome = 'gained' | 'gained-nothing' | 'failed' | 'crashed' | 'crashed-reading'

const strikesToOpen = 3
const minute = 60_000
const waits = [minute, 5 * minute, 15 * minute, 60 * minute] as const
const crashWaits = [6 * 60 * minute, 24 * 60 * minute] as const

/** Clocks of several machines differ by less; a clock that is further behind was set back. */
const clockSkewMs = minute

/** Whether a compaction may be tried: always while closed, once when the wait is over. */
export function mayAttempt({ since, until }: Breaker, now: number): boolean {
  if (until === null || now >= until || until - now > crashWaits.at(-1)! + clockSkewMs) return true
  return since !== null && now < since - clockSkewMs
}

/** The breaker after a try. Structural reasons to rest (too short, nothing to fold) are no tries. */
export function afterAttempt(breaker: Breaker, outcome: AttemptOutcome, now: number): Breaker {
  if (outcome === 'gained') return closedBreaker
  if (outcome === 'crashed') return open({ ...breaker, crashed: true }, crashWaits, now)
  if (outcome === 'crashed-reading') return open({ ...breaker, crashed: true, unread: true }, crashWaits, now)
  const strikes = breaker.strikes + 1
  // One failure is enough to open it again after the wait: the world has not changed.
  if (strikes < strikesToOpen && breaker.opened === 0) return { ...breaker, strikes }
  return open(breaker, waits, now)
}

/** A person's try that fails in the meantime does not make the wait shorter. */
function open(breaker: Breaker, steps: readonly number[], now: number): Breaker {
  const until = now + steps[Math.min(breaker.opened, steps.length - 1)]!
  const still = mayAttempt(breaker, now) ? 0 : breaker.until!
  return { ...breaker, strikes: 0, opened: breaker.opened + 1, since: now, until: Math.max(until, still) }
}

/** The breaker of a conversation's compactions, as all processes see it. */
export async function readBreaker({ store, conversation }: Scope): Promise<Breaker> {
  return breakerFrom(await store.breakers.get(nameOf(conversation)))
}

/** Stores what a try did to the breaker and why it failed, and says when it opens or closes. */
export async function recordAttempt(
  scope: Scope,
  outcome: AttemptOutcome,
  failure: string | null = null,
): Promise<void> {
  const { engine, store, owner, conversation } = scope
  const before = await readBreaker(scope)
  const next = afterAttempt(before, outcome, engine.clock.now())
  if (next === before && failure === before.failure) return
  const after = { ...next, failure }
  await store.breakers.put(nameOf(conversation), asJson(after))
  const state = after.until === null ? 'closed' : 'opened'
  if (after.until !== before.until) engine.onEvent({ type: 'breaker', owner, conversation, state })
}

const nameOf = (conversation: string) => `compaction:${conversation}`

/**
 * What an open breaker leaves of a request; null when that has to wait. F3 what does not fit is folded in the originals' own
 * words, whatever a summary has done, and without reading them, as the last thing that is tried, where that has killed.
 */
export function whileOpen(
  { crashed, unread }: Breaker,
  options: CompactionOptions,
): Pick<JobPlan, 'options' | 'unread'> | null {
  const { by, when, trigger, recent } = options
  if (by === 'threshold' || when === 'at-threshold') return null
  if (!crashed || trigger === 'person') return { options }
  if (by !== 'limit' || (unread && recent !== 'fewer')) return null
  return { options: { ...options, pace: 'at-once' }, ...(unread && { unread }) }
}

/** A fold that no model was asked for says nothing about a summariser, and one that read nothing says nothing about reading. */
export const tellsNothing = ({ failure, crashed, unread }: Breaker, { warnings }: Receipt): boolean =>
  failure !== null || (crashed && !unread) || warnings.includes('unread')
