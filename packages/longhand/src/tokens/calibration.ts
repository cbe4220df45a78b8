import type { Json } from '../core/json.ts'

/** What a model's reported usage has taught us. Plain, so that it can be stored; old lessons fade. */
export type Calibration = {
  /** Decayed sums: real tokens, and the o200k tokens they were reported for. */
  readonly real: number
  readonly counted: number
  /** What instructions and tools of a certain count really take: providers write them out in their own way. */
  readonly base: Base | null
  /** The window that the model turned out to have, from an error that named it or from cuts that showed it. */
  readonly limit: number | null
  /** The input of the last call that seems to have been cut silently. */
  readonly cutAt: number | null
}

/** `beside` is what else was in the request: the less, the better the lesson. */
export type Base = { readonly counted: number; readonly real: number; readonly beside: number }

export const uncalibrated: Calibration = { real: 0, counted: 0, base: null, limit: null, cutAt: null }

export const readCalibration = (learnt: Json | null): Calibration => ({
  ...uncalibrated,
  ...(learnt as Partial<Calibration> | null),
})

/** Real tokens for each counted one: the family's prior, drawn towards what was seen. */
export const ratioOf = ({ real, counted }: Calibration, prior: number): number =>
  (real + trust * prior) / (counted + trust)

/** One lesson: so many counted tokens were new in a request, and the provider reported so many more. */
export function calibrate(
  known: Calibration,
  { real, counted }: { readonly real: number; readonly counted: number },
  prior: number,
): Calibration {
  const surprise = real / (ratioOf(known, prior) * counted)
  // Little text says little, and a wild figure speaks of something else: a hidden reminder, a dropped part.
  if (counted < leastLesson || surprise < 0.4 || surprise > 2.5) return known
  const fade = 0.5 ** (counted / halfLife)
  return { ...known, real: known.real * fade + real, counted: known.counted * fade + counted }
}

/** Learns what instructions and tools take from a request that held little else. */
export function withFixed(known: Calibration, base: Base): Calibration {
  const { base: before } = known
  const clear = base.real > 0 && base.beside <= Math.max(base.real, littleBeside)
  const better = before === null || before.counted !== base.counted || base.beside <= before.beside
  return clear && better ? { ...known, base } : known
}

/** What instructions and tools take: as learnt for these, or by the ratio. */
export const fixedTokens = ({ base }: Calibration, counted: number, ratio: number): number =>
  base?.counted === counted ? base.real : ratio * counted

/** T5 a window learnt from an error stays learnt; the smallest one holds. */
export const withLimit = (known: Calibration, limit: number): Calibration => ({
  ...known,
  limit: Math.min(known.limit ?? limit, limit),
})

/** T3 one cut may be anything; a second one at the same place is a window. */
export function withCut(known: Calibration, input: number): Calibration {
  const again = known.cutAt !== null && Math.abs(known.cutAt - input) <= samePlace * input
  return again ? withLimit({ ...known, cutAt: input }, Math.max(known.cutAt, input)) : { ...known, cutAt: input }
}

/** A request that was read whole disproves a window smaller than itself. */
export const withWhole = (known: Calibration, input: number): Calibration =>
  known.limit !== null && input > known.limit ? { ...known, limit: null } : known

/** Counted tokens that the prior is worth. */
const trust = 4_000
const leastLesson = 200
const halfLife = 60_000
const littleBeside = 2_000
const samePlace = 0.05
