import type { Scope } from '../engine.ts'
import { readSnapshot } from '../snapshot.ts'
import { cooldownMs, type StartResult, startCompaction } from './compactor.ts'
import type { CompactionOptions } from './job.ts'

/** `/compact`: plans on what is there now and makes the compaction in the background. */
export async function compactNow(scope: Scope, options: CompactionOptions): Promise<StartResult> {
  const snapshot = await readSnapshot(scope)
  // C17 what the model asks for does not count before the person has read it either.
  const unread = options.trigger === 'tool' && snapshot.policy.automatic === 'ask'
  const started = await startCompaction(scope, snapshot, unread ? { ...options, when: 'at-threshold' } : options)
  // Right after a compaction there is little to fold; that it was so short ago is the better answer.
  return started.type === 'rest' ? ((await coolingDown(scope)) ?? started) : started
}

async function coolingDown({ engine, store, conversation }: Scope): Promise<StartResult | null> {
  const newest = await store.compactions.list(conversation, { limit: 5 })
  const last = newest.find(({ status }) => status === 'done')
  const waitMs = last === undefined ? 0 : last.endedAt! + cooldownMs - engine.clock.now()
  // The database's clock and ours may differ, by so much that it tells nothing.
  return waitMs > 0 && waitMs <= 2 * cooldownMs ? { type: 'cooling-down', waitMs: Math.min(waitMs, cooldownMs) } : null
}
