import type { Json } from '../core/json.ts'

/** What a model's reported usage has taught us. Plain, so that it can be stored; old lessons fade. */
export type Calibration = {
  /** Decayed sums: real tokens, and the o200k tokens they were reported for. */
  readonly real: number
  readonly counted: number
  /** The window that the model turned out to have, from an error that named it or a cut that showed it. */
  readonly limit: number | null
}

export const uncalibrated: Calibration = { real: 0, counted: 0, limit: null }

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
  lesson: { readonly real: number; readonly counted: number },
  prior: number,
): Calibration {
  const { real, counted } = lesson
  const surprise = real / (ratioOf(known, prior) * counted)
  // Little text says little, and a wild figure speaks of something else: a hidden reminder, a dropped part.
  if (counted < leastLesson || surprise < 0.4 || surprise > 2.5) return known
  const fade = 0.5 ** (counted / halfLife)
  return { ...known, real: known.real * fade + real, counted: known.counted * fade + counted }
}

/** T5 a window learnt from an error stays learnt; the smallest one holds. */
export const withLimit = (known: Calibration, limit: number): Calibration => ({
  ...known,
  limit: known.limit === null ? limit : Math.min(known.limit, limit),
})

/** Counted tokens that the prior is worth. */
const trust = 4_000
const leastLesson = 200
const halfLife = 60_000
