import type { Scope } from '../engine.ts'
import { readSnapshot } from '../snapshot.ts'
import { unlessAborted } from '../unless-aborted.ts'
import { cooldownMs, type StartResult, startCompaction } from './compactor.ts'
import { deadlineMs, withDeadline } from './deadline.ts'
import { type CompactionOptions, type Outcome, optionsOf } from './job.ts'

/** `/compact`: plans on what is there now and makes the compaction in the background. */
export async function compactNow(scope: Scope, options: CompactionOptions): Promise<StartResult> {
  const snapshot = await readSnapshot(scope)
  // C17 what the model asks for does not count before the person has read it either.
  const unread = options.trigger === 'tool' && snapshot.policy.automatic === 'ask'
  const started = await startCompaction(scope, snapshot, unread ? { ...options, when: 'at-threshold' } : options)
  // Right after a compaction there is little to fold; that it was so short ago is the better answer.
  if (started.type === 'rest') return (await coolingDown(scope)) ?? started
  if (started.type !== 'running' || options.trigger !== 'person') return started
  return { ...started, done: doneForPerson(scope, options, started).catch(() => started.done) }
}

/** SC-004 one that was under way when the person asked, and fails or takes longer than theirs would, makes way for it. */
async function doneForPerson(scope: Scope, options: CompactionOptions, { id, done }: Running): Promise<Outcome> {
  const ms = deadlineMs(options, scope.engine.maxWaitMs) + graceMs
  const outcome = await withDeadline(scope.engine.clock, ms, late => unlessAborted(done, late))
  const hasFailed = outcome?.type === 'failed' && (await isAutomatic(scope, id))
  if (outcome !== null && !hasFailed) return outcome
  const own = await startCompaction(scope, await readSnapshot(scope), {
    ...options,
    ...{ pace: 'at-once', instead: true },
  })
  return own.type === 'running' ? own.done : done
}

type Running = Extract<StartResult, { type: 'running' }>

async function isAutomatic({ store, conversation }: Scope, id: string): Promise<boolean> {
  const { trigger = 'person' } = optionsOf(await store.compactions.get(conversation, id))
  return trigger !== 'person'
}

/** What it takes to write and store a text once no model is waited for any more. */
const graceMs = 1_000

async function coolingDown({ engine, store, conversation }: Scope): Promise<StartResult | null> {
  const newest = await store.compactions.list(conversation, { limit: 5 })
  const last = newest.find(({ status }) => status === 'done')
  const waitMs = last === undefined ? 0 : last.endedAt! + cooldownMs - engine.clock.now()
  // The database's clock and ours may differ, by so much that it tells nothing.
  return waitMs > 0 && waitMs <= 2 * cooldownMs ? { type: 'cooling-down', waitMs: Math.min(waitMs, cooldownMs) } : null
}
