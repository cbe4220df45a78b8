import { beginCompaction } from './compactor.ts'
import type { Scope } from './engine.ts'
import type { Moment } from './look.ts'

/** C5 from 70% on the summary is written ahead, so that nobody waits when the threshold comes. */
export async function prepare(scope: Scope, moment: Moment): Promise<void> {
  const { share } = moment.status
  if (share === null || share < moment.policy.prepare || moment.policy.automatic === 'off') return
  if (moment.branch.filter(entry => entry.type === 'message').at(-1)!.number < moment.policy.least) return
  await beginCompaction(scope, moment, { by: 'force', trigger: 'threshold', when: 'at-threshold' })
}
