import { LonghandError } from './errors.ts'
import { type Landmark, landmarkTags } from './landmark.ts'
import { type Threshold, thresholdTokens } from './threshold.ts'
import { knownWindow, limitOf, type ModelWindow } from './window.ts'

/** How a person wants their conversations compacted. */
export type Policy = {
  /**
   * `off`: only the limit is enforced. `ask`: a summary is written ahead of need, and takes effect when the person has
   * read and accepted it.
   */
  readonly automatic: 'on' | 'ask' | 'off'
  readonly strategy: 'summary' | 'digest'
  readonly threshold: Threshold
  /** Share of the window from which a summary is prepared in the background. */
  readonly prepare: number
  /** Share of the window that a compaction gets down to: a bound, not a size to fill. Facts that must be kept may take more. */
  readonly target: number
  readonly keep: Keep
  /** With fewer messages than this, nothing is compacted unless it has to be. */
  readonly minMessages: number
  /** A compaction that saves a smaller share than this is refused. */
  readonly minSaving: number
  /** A summary that keeps a smaller share of the facts than this is repaired or rejected. */
  readonly minRetention: number
  /** Whether one compaction may digest several runs, or strictly the earliest. */
  readonly incremental: 'batch' | 'strict'
  /** Names the fence around a summary in the view. */
  readonly tag: string
  /** Bounds the summariser's prose, in tokens. */
  readonly maxTokens: number
  /** Share of the window from which a cold cache is reason enough: then a compaction is nearly free. Null means never. */
  readonly cold: number | null
  /** Figures that follow from cost and replace those above; null leaves them as they are. */
  readonly schedule: Schedule | null
  /** The moments at which a checkpoint is saved automatically. */
  readonly landmarks: readonly Landmark['tag'][]
}

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

/** How much of the recent past stays word for word, always widened to whole exchanges. */
export type Keep = { readonly by: 'messages' | 'turns' | 'tokens'; readonly amount: number }

/** The default policy, with the figures of the source documents. */
export const classic: Policy = {
  automatic: 'on',
  strategy: 'summary',
  threshold: { share: 0.8, tokens: null, messages: null, turns: null },
  prepare: 0.7,
  target: 0.5,
  keep: { by: 'messages', amount: 6 },
  minMessages: 10,
  minSaving: 0.1,
  minRetention: 0.9,
  incremental: 'batch',
  tag: 'summary',
  maxTokens: 2000,
  cold: null,
  schedule: null,
  landmarks: landmarkTags,
}

const byCost: Policy = {
  ...classic,
  threshold: { ...classic.threshold, share: null },
  schedule: { due: 110_000, keep: 1 / 6, target: 0.55, cold: 0.4 },
}

/** Ready-made policies. Those by cost are compared with others by `npm run bench -- cost`. */
export const presets: Readonly<Record<PresetName, Policy>> = {
  classic,
  balanced: byCost,
  recall: { ...byCost, schedule: { ...byCost.schedule!, due: 165_000, keep: 1 / 4, cold: 0.7 } },
  economy: { ...byCost, schedule: { ...byCost.schedule!, due: 66_000 } },
}

/** The name of a ready-made policy. */
export type PresetName = 'classic' | 'balanced' | 'recall' | 'economy'

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

/** Returns the policy, or throws and names the invalid figure. */
export function checkPolicy(policy: Policy): Policy {
  const { threshold, keep } = policy
  const { schedule } = policy
  const shares = {
    'threshold.share': threshold.share,
    prepare: policy.prepare,
    target: policy.target,
    cold: policy.cold,
    'schedule.keep': schedule?.keep ?? null,
    'schedule.target': schedule?.target ?? null,
    'schedule.cold': schedule?.cold ?? null,
  }
  for (const [name, share] of Object.entries(shares)) {
    if (share !== null && !(share > 0 && share <= 1)) bad(name, share, 'a share of the window above 0 and at most 1')
  }
  if (!(policy.minRetention >= 0 && policy.minRetention <= 1))
    bad('minRetention', policy.minRetention, 'a share from 0 to 1')
  const unknownTag = policy.landmarks.find(tag => !landmarkTags.includes(tag))
  if (unknownTag !== undefined) bad('landmarks', unknownTag, `some of ${landmarkTags.join(', ')}`)
  if (!(policy.minSaving >= 0 && policy.minSaving < 1)) bad('minSaving', policy.minSaving, 'a share below 1')
  const integers = {
    'keep.amount': keep.amount,
    minMessages: policy.minMessages,
    maxTokens: policy.maxTokens,
    'schedule.due': schedule?.due ?? 0,
  }
  for (const [name, figure] of Object.entries(integers)) {
    if (!(Number.isInteger(figure) && figure >= 0)) bad(name, figure, 'a whole number from 0')
  }
  const counts = { 'threshold.messages': threshold.messages, 'threshold.turns': threshold.turns }
  for (const [name, figure] of Object.entries(counts)) {
    if (figure !== null && !(Number.isInteger(figure) && figure > 0))
      bad(name, figure, 'a whole number above 0, or null')
  }
  if (threshold.tokens !== null && !Number.isInteger(threshold.tokens)) {
    bad('threshold.tokens', threshold.tokens, 'a whole number; a negative one counts from the end of the window')
  }
  if (!/^[A-Za-z][\w-]*$/.test(policy.tag)) bad('tag', policy.tag, 'a word of letters, digits, _ and -')
  return policy
}

function bad(name: string, value: unknown, wanted: string): never {
  throw new LonghandError('bad-policy', `${name} is ${String(value)}; it must be ${wanted}.`)
}
