import type { Policy } from './policy.ts'
import { thresholdTokens } from './threshold.ts'
import { knownWindow, limitOf, type Room } from './window.ts'

/**
 * Figures that follow from what tokens cost. Reading a long view over and over costs more than folding it, so the best
 * threshold grows with the root of the window and not with the window.
 */
export type Schedule = {
  /** Tokens of conversation, on top of instructions and tools, at which a compaction is due in a window of 200,000. */
  readonly due: number
  /** What stays word for word, as a share of the threshold; null leaves it to the policy's own figure. */
  readonly keep: number | null
  /** How small to get, as a share of the way from instructions and tools to the threshold; null as above. */
  readonly target: number | null
  /** From where on that way a cold cache is reason enough; null as above. */
  readonly cold: number | null
}

/** The policy with the figures that its schedule gives for a window; `overhead` is what instructions and tools take. */
export function onSchedule(policy: Policy, room: Room, overhead: number): Policy {
  const { schedule } = policy
  const window = knownWindow(room.window)
  if (schedule === null || window === null) return policy
  const byCost = Math.floor(overhead + schedule.due * Math.sqrt(window / usualWindow))
  const most = Math.floor(mostOfLimit * limitOf(room)!)
  const own = thresholdTokens(policy.threshold, room)
  const due = Math.max(1, Math.min(byCost, most, own ?? byCost))
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

/** The window that `due` is meant for. */
const usualWindow = 200_000

/** A little of what fits is left for the message that comes next. */
const mostOfLimit = 0.9

/** How close to the threshold a summary is prepared. */
const prepareShare = 0.875
