import type { Scope } from '../engine.ts'
import { failpoint } from '../failpoint.ts'
import { look } from '../snapshot.ts'
import { type Begun, beginCompaction, type CompactionAsk, cooldownMs } from './compactor.ts'

/** `/compact`: plans on what is there now and makes the compaction in the background. */
export async function compactNow(scope: Scope, ask: CompactionAsk): Promise<Begun> {
  const moment = await look(scope)
  // C17 what the model asks for does not count before the person has read it either.
  const unread = ask.trigger === 'tool' && moment.policy.automatic === 'ask'
  const begun = await beginCompaction(scope, moment, unread ? { ...ask, when: 'at-threshold' } : ask)
  // Right after a compaction there is little to fold; that it was so short ago is the better answer.
  return begun.type === 'rest' ? ((await coolingDown(scope)) ?? begun) : begun
}

async function coolingDown({ engine, store, conversation }: Scope): Promise<Begun | null> {
  await failpoint('compaction.last')
  const newest = await store.compactions.list(conversation, { limit: 5 })
  const last = newest.find(({ status }) => status === 'done')
  const waitMs = last === undefined ? 0 : last.endedAt! + cooldownMs - engine.clock.now()
  // The database's clock and ours may differ, by so much that it tells nothing.
  return waitMs > 0 && waitMs <= 2 * cooldownMs ? { type: 'cooling-down', waitMs: Math.min(waitMs, cooldownMs) } : null
}
