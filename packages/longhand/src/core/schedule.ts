import type { Policy } from './policy.ts'
import { thresholdTokens } from './threshold.ts'
import { knownWindow, limitOf, type ModelWindow } from './window.ts'

/** The policy with the figures that its schedule gives for a window; `overhead` is what instructions and tools take. */
export function applySchedule(policy: Policy, room: ModelWindow, overhead: number): Policy {
  const { schedule } = policy
  const window = knownWindow(room.window)
  if (schedule === null || window === null) return policy
  const byCost = Math.floor(overhead + schedule.due * Math.sqrt(window / referenceWindow))
  const maxDue = Math.floor(maxShareOfLimit * limitOf(room)!)
  const own = thresholdTokens(policy.threshold, room)
  const due = Math.max(1, Math.min(byCost, maxDue, own ?? byCost))
  const at = (share: number): number => Math.min(1, (overhead + share * Math.max(0, due - overhead)) / window)
  return {
    ...policy,
    threshold: { ...policy.threshold, share: null, tokens: due },
    prepare: Math.min(1, (prepareShare * due) / window),
    ...(schedule.target === null ? {} : { target: at(schedule.target) }),
    ...(schedule.keep === null ? {} : { keep: { by: 'tokens', amount: Math.floor(schedule.keep * due) } }),
    ...(schedule.cold === null ? {} : { cold: at(schedule.cold) }),
  }
}

/** The window that `due` is given for. */
const referenceWindow = 200_000

/** Leaves some room below the limit for the next message. */
const maxShareOfLimit = 0.9

/** How close to the threshold a summary is prepared. */
const prepareShare = 0.875
