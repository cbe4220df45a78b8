/** What a model's reported usage has shown. Plain data, so that it can be stored; old reports fade. */
export type Calibration = {
  /** Decayed sums: real tokens, and the o200k tokens they were reported for. */
  readonly real: number
  readonly counted: number
  /** What instructions and tools of a certain count really take: each provider renders them in its own way. */
  readonly base: FixedTokens | null
  /** The window the model turned out to have, from an error that named it or from truncated requests. */
  readonly limit: number | null
  /** The input of the last call that seems to have been silently truncated, and how many in a row were cut there. */
  readonly cutAt: number | null
  readonly cuts: number
  /** The largest input ever reported: the window is at least this large. */
  readonly largest: number
}

/** `beside` is what else was in the request: the less, the more reliable. */
export type FixedTokens = { readonly counted: number; readonly real: number; readonly beside: number }

export const uncalibrated: Calibration = {
  real: 0,
  counted: 0,
  base: null,
  limit: null,
  cutAt: null,
  cuts: 0,
  largest: 0,
}

/** Real tokens per counted one: the family's prior, moved towards what was reported, within bounds. */
export const ratioOf = ({ real, counted }: Calibration, prior: number): number =>
  Math.min(Math.max((real + priorWeight * prior) / (counted + priorWeight), minRatio * prior), maxRatio * prior)

/** Learns from one report: how many counted tokens were new in a request, and how many more the provider reported. */
export function calibrate(
  known: Calibration,
  { real, counted }: { readonly real: number; readonly counted: number },
  prior: number,
): Calibration {
  // Short texts prove little, and an outlier has another cause: a hidden reminder, a dropped part. What the family's
  // prior expects is never an outlier, so that calibration recovers after wrong reports.
  const likely = [ratioOf(known, prior), prior].some(ratio => isLikely(real / (ratio * counted)))
  if (counted < minLesson || !likely) return known
  const fade = 0.5 ** (counted / halfLife)
  return { ...known, ...bounded(known.real * fade + real, known.counted * fade + counted) }
}

const isLikely = (surprise: number): boolean => surprise >= 0.4 && surprise <= 2.5

/** Bounds the weight of what is known, so that later reports can always correct it. */
export function bounded(real: number, counted: number): Pick<Calibration, 'real' | 'counted'> {
  const share = Math.min(1, maxWeight / Math.max(counted, 1))
  return { real: real * share, counted: counted * share }
}

/** Learns what instructions and tools take from a request with little else in it. */
export function withFixed(known: Calibration, base: FixedTokens): Calibration {
  const { base: before } = known
  const clear = base.real > 0 && base.beside <= Math.max(base.real, maxOtherTokens)
  // Too high a figure takes room from everyone who uses the model, so a much lower one is believed at once.
  const better =
    before === null || before.counted !== base.counted || base.beside <= before.beside || base.real < before.real / 2
  return clear && better ? { ...known, base } : known
}

/** T5 a window learnt from an error is kept; the smallest one counts. One too small to work with is a mistake. */
export const withLimit = (known: Calibration, limit: number): Calibration =>
  isWindow(limit)
    ? { ...known, limit: Math.min(known.limit ?? limit, limit), largest: Math.min(known.largest, limit) }
    : known

export const isWindow = (limit: unknown): limit is number =>
  Number.isSafeInteger(limit) && (limit as number) >= minLearntWindow

/**
 * T3 one or two cuts prove nothing; a third in a row at the same size is a window. A size below an earlier input is none:
 * the provider reports too little, as some do for cached input.
 */
export function withCut(known: Calibration, input: number): Calibration {
  if (!isWindow(input) || !mayBeWindow(known, input)) return known
  const again = known.cutAt !== null && Math.abs(known.cutAt - input) <= cutTolerance * input
  const cuts = again ? known.cuts + 1 : 1
  const cut = { ...known, cutAt: input, cuts }
  return cuts >= cutsThatShowAWindow ? withLimit(cut, Math.max(known.cutAt!, input)) : cut
}

/** Whether a model that has read this much may have cut the request there. */
export const mayBeWindow = ({ largest }: Calibration, input: number): boolean => input >= (1 - cutTolerance) * largest

/** A request that was read in full disproves a smaller window. */
export function withFullRead(known: Calibration, input: number): Calibration {
  const limit = known.limit !== null && input > known.limit ? null : known.limit
  const cut = known.cutAt !== null && input > known.cutAt ? { cutAt: null, cuts: 0 } : {}
  return { ...known, ...cut, limit, largest: Math.max(known.largest, input) }
}

/** The smallest window that can be learnt: half of it for the answer leaves room for a message and its opening. */
export const minLearntWindow = 2_048

/** How many counted tokens the prior weighs. */
const priorWeight = 4_000
/** Fewer words prove little. */
export const minLesson = 200
const halfLife = 60_000
const maxWeight = 300_000
const minRatio = 0.4
const maxRatio = 4
const maxOtherTokens = 2_000
const cutTolerance = 0.05
const cutsThatShowAWindow = 3
