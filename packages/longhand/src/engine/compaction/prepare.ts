import { messagesOf } from '../../core/branch.ts'
import type { Scope } from '../engine.ts'
import { failpoint } from '../failpoint.ts'
import type { Moment } from '../snapshot.ts'
import { beginCompaction, isAhead } from './compactor.ts'

/** C5 from 70% on the summary is written ahead, so that nobody waits when the threshold comes. */
export async function prepare(scope: Scope, moment: Moment): Promise<void> {
  const { policy, status } = moment
  if (status.share === null || status.share < policy.prepare || policy.automatic === 'off') return
  if (messagesOf(moment.branch).at(-1)!.number < policy.minMessages) return
  if (policy.automatic === 'ask' && (await wasRefused(scope, moment))) return
  await beginCompaction(scope, moment, { by: 'force', trigger: 'threshold', when: 'at-threshold' })
}

/** C17 who has just sent one away is not offered another before much more was said. */
async function wasRefused({ store, conversation }: Scope, { branch, policy }: Moment): Promise<boolean> {
  await failpoint('compaction.refused')
  const [newest] = await store.compactions.list(conversation, { limit: 1 })
  if (newest?.status !== 'cancelled' || !isAhead(newest)) return false
  return messagesOf(branch).filter(({ depth }) => depth > newest.base.place.depth).length < policy.minMessages
}
