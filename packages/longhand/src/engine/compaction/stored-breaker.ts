import { asJson } from '../../core/json.ts'
import type { Scope } from '../engine.ts'
import { type AttemptOutcome, afterAttempt, type Breaker, breakerFrom } from './breaker.ts'

/** The breaker of a conversation's compactions, as all processes see it. */
export async function readBreaker({ store, conversation }: Scope): Promise<Breaker> {
  return breakerFrom(await store.breakers.get(nameOf(conversation)))
}

/** Stores what a try did to the breaker, and says when it opens or closes. */
export async function recordAttempt(scope: Scope, outcome: AttemptOutcome): Promise<void> {
  const { engine, store, owner, conversation } = scope
  const before = await readBreaker(scope)
  const after = afterAttempt(before, outcome, engine.clock.now())
  if (after === before) return
  await store.breakers.put(nameOf(conversation), asJson(after))
  const state = after.until === null ? 'closed' : 'opened'
  if (after.until !== before.until) engine.onEvent({ type: 'breaker', owner, conversation, state })
}

const nameOf = (conversation: string) => `compaction:${conversation}`
