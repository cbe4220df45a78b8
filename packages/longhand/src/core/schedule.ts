import type { Policy } from './policy.ts'
import { thresholdTokens } from './threshold.ts'
import { knownWindow, limitOf, type ModelWindow } from './window.ts'

/**
 * Figures that follow from what tokens cost. Reading a long view over and over costs more than folding it, so the best
 * threshold grows with the root of the window and not with the window.
 */
export type Schedule = {
  /** Tokens of conversation, on top of instructions and tools, at which a compaction is due in a window of 200,000. */
  readonly due: number
  /** What stays word for word, as a share of the threshold; null leaves it to the policy's own figure. */
  readonly keep: number | null
  /** How small to get, as a share of the distance from instructions and tools to the threshold; null as above. */
  readonly target: number | null
  /** The share of that distance from which a cold cache is reason enough; null as above. */
  readonly cold: number | null
}

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
