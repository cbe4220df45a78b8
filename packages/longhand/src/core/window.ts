import { describeValue } from './describe-value.ts'
import { LonghandError } from './errors.ts'

/** How full a model's window is. One number, `used`, drives the bar, the threshold and the report. */
export type WindowStatus = {
  readonly used: number
  /** What the model can hold; null when unknown. */
  readonly window: number | null
  /** What is reserved for the answer. */
  readonly reserved: number
  /** What is left for messages; null when the window is unknown. */
  readonly available: number | null
  /** `used` as a share of the window, from 0; null when the window is unknown. */
  readonly share: number | null
  readonly level: FillLevel
  readonly source: UsageSource
  readonly breakdown: Breakdown
}

export type FillLevel = 'green' | 'yellow' | 'red'

/** Whether the provider reported the number, we estimated it, or it is unknown. */
export type UsageSource = 'reported' | 'estimated' | 'unknown'

/** Where the tokens are. The parts add up to `used`. */
export type Breakdown = {
  readonly system: number
  readonly tools: number
  readonly summary: number
  readonly protected: number
  readonly messages: number
  readonly attachments: number
}

/** A model's window and how much of it the answer may take. A window that a person has set only they may change. */
export type ModelWindow = { readonly window: number | null; readonly reserve: number; readonly setBy?: 'person' }

export type Measurement = { readonly used: number; readonly source: UsageSource; readonly breakdown: Breakdown }

/** How full the window is, from what is used and what the model can hold. */
export function windowStatus({ used, source, breakdown }: Measurement, room: ModelWindow): WindowStatus {
  if (room.window !== null && typeof room.window !== 'number') throw notAWindow(room.window)
  const window = knownWindow(room.window)
  const reserved = window === null ? room.reserve : clampReserve(room.reserve, window)
  const share = window === null ? null : used / window
  const available = window === null ? null : Math.max(0, window - reserved - used)
  return { used, window, reserved, available, share, level: levelOf(share), source, breakdown }
}

const notAWindow = (value: unknown): LonghandError =>
  new LonghandError(
    'bad-request',
    `window is ${describeValue(value)}; it must be a number of tokens, or null if unknown.`,
  )

/** The most tokens a request may have: window − reserve; null when the window is unknown. */
export function limitOf(room: ModelWindow): number | null {
  const window = knownWindow(room.window)
  return window === null ? null : window - clampReserve(room.reserve, window)
}

/**
 * The tokens from which a summary is written ahead: a share of the window, or, where an answer takes so much of it that the
 * limit comes first, the share of the limit that this is of the usual threshold.
 */
export function prepareTokens(share: number, room: ModelWindow): number {
  const [window, limit] = [knownWindow(room.window), limitOf(room)]
  return window === null || limit === null ? Number.POSITIVE_INFINITY : Math.min(share * window, (share / 0.8) * limit)
}

/** The room that a status is about. */
export const roomOf = ({ window, reserved }: WindowStatus): ModelWindow => ({ window, reserve: reserved })

/** Whether a request of this size may be sent. */
export function fits(status: WindowStatus): boolean {
  const limit = limitOf(roomOf(status))
  return limit === null || status.used <= limit
}

/** Registries write 0 for "unknown"; only a positive number is a window. */
export function knownWindow(window: number | null): number | null {
  return window !== null && Number.isFinite(window) && window > 0 ? window : null
}

export function levelOf(share: number | null): FillLevel {
  if (share === null || share < 0.7) return 'green'
  return share <= 0.85 ? 'yellow' : 'red'
}

/** An answer may never take more than half of the window: some small models list an output limit larger than their window. */
function clampReserve(reserve: number, window: number): number {
  return Math.min(Math.max(0, reserve), Math.floor(window / 2))
}
