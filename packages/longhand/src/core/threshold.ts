import { limitOf, type ModelWindow } from './window.ts'

/** When to act: at or above any of these. Null switches one off. */
export type Threshold = {
  /** Share of the window, 0 to 1. */
  readonly share: number | null
  /** Absolute tokens; a negative number counts from the end of the window: −20,000 leaves 20,000 free. */
  readonly tokens: number | null
  readonly messages: number | null
  readonly turns: number | null
}

/** What a threshold is compared with. */
export type Load = { readonly used: number; readonly messages: number; readonly turns: number }

/** The token count at which compaction is due; null when no figure applies to a window of this size. */
export function thresholdTokens(threshold: Threshold, room: ModelWindow): number | null {
  const limit = limitOf(room)
  const figures: number[] = []
  if (threshold.share !== null && limit !== null) figures.push(Math.floor(room.window! * threshold.share))
  if (threshold.tokens !== null && threshold.tokens > 0) figures.push(threshold.tokens)
  if (threshold.tokens !== null && threshold.tokens < 0 && limit !== null) {
    // A reserve larger than a small window says nothing about it; the other figures decide.
    const left = room.window! + threshold.tokens
    if (left > 0) figures.push(left)
  }
  if (figures.length === 0) return null
  // Above the limit a request is refused, so no threshold may lie beyond it.
  return limit === null ? Math.min(...figures) : Math.min(limit, ...figures)
}

export type ReachedThreshold = 'tokens' | 'messages' | 'turns'

/** Which threshold a load has reached, or null. */
export function reached(threshold: Threshold, load: Load, room: ModelWindow): ReachedThreshold | null {
  const tokens = thresholdTokens(threshold, room)
  if (tokens !== null && load.used >= tokens) return 'tokens'
  if (threshold.messages !== null && load.messages >= threshold.messages) return 'messages'
  if (threshold.turns !== null && load.turns >= threshold.turns) return 'turns'
  return null
}
