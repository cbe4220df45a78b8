import type { Policy } from './policy.ts'
import { type Threshold, thresholdTokens } from './threshold.ts'
import { limitOf, type ModelWindow } from './window.ts'

/** How small a compaction makes a view, in tokens. */
export type Goal = {
  /** The model's window, or what is assumed where it is not known. */
  readonly window: number
  /** What it should get down to. */
  readonly tokens: number
  /** What it may take rather than leave facts out: below the threshold, with room for the turns to come. */
  readonly maxTokens: number
  /** Messages that the view may still show whole; null when their number is no reason to compact. */
  readonly messages: number | null
}

type Figures = Pick<Policy, 'target' | 'threshold'>

/**
 * The threshold is what a compaction must get under, whichever of its figures is the lowest; `staying` are the tokens of
 * the view that stay whatever is folded. Where these alone pass the target, the goal follows them.
 */
export function goalOf({ target, threshold }: Figures, room: ModelWindow, staying: number): Goal {
  const window = room.window ?? unknownWindow
  const due = dueTokens({ threshold }, room)
  const wanted = Math.floor(window * target)
  const usual = wanted < due ? wanted : Math.floor(due * shareOfThreshold)
  // However much stays, a part of what is left below the threshold is for the text; but it must save enough.
  const withPart = (share: number) =>
    Math.floor(Math.min(staying + share * (due - staying), due * maxShareWhereMuchStays))
  const tokens = staying > usual ? withPart(0.25) : usual
  const maxTokens = Math.max(tokens, Math.floor(due * maxShareOfThreshold), withPart(0.5))
  return { window, tokens, maxTokens, messages: messagesOf(threshold) }
}

/** The tokens at which a compaction is due, by the lowest figure; the limit where there is none. */
export function dueTokens({ threshold }: Pick<Policy, 'threshold'>, { window, reserve }: ModelWindow): number {
  const room = { window: window ?? unknownWindow, reserve }
  return thresholdTokens(threshold, room) ?? limitOf(room)!
}

const messagesOf = ({ messages }: Threshold): number | null =>
  messages === null ? null : Math.floor(messages * shareOfThreshold)

const unknownWindow = 128_000

/** By default a compaction is due at 80% of the window and gets down to 50%: the same share of any other threshold. */
const shareOfThreshold = 0.625

/** The rest is room for the turns to come; there is a little less of it where much stays that cannot be folded. */
const maxShareOfThreshold = 0.8
const maxShareWhereMuchStays = 0.85
