import { messagesOf } from '../../core/branch.ts'
import type { Scope } from '../engine.ts'
import type { Snapshot } from '../snapshot.ts'
import { isPreparation, startCompaction } from './compactor.ts'

/** C5 from 70% on the summary is written ahead, so that nobody waits when the threshold comes. */
export async function prepare(scope: Scope, snapshot: Snapshot): Promise<void> {
  const { policy, status } = snapshot
  if (status.share === null || status.share < policy.prepare || policy.automatic === 'off') return
  if (messagesOf(snapshot.branch).at(-1)!.number < policy.minMessages) return
  if (policy.automatic === 'ask' && (await wasRefused(scope, snapshot))) return
  await startCompaction(scope, snapshot, { by: 'force', trigger: 'threshold', when: 'at-threshold' })
}

/** C17 who has just sent one away is not offered another before much more was said. */
async function wasRefused({ store, conversation }: Scope, { branch, policy }: Snapshot): Promise<boolean> {
  const [newest] = await store.compactions.list(conversation, { limit: 1 })
  if (newest?.status !== 'cancelled' || !isPreparation(newest)) return false
  return messagesOf(branch).filter(({ depth }) => depth > newest.base.place.depth).length < policy.minMessages
}
