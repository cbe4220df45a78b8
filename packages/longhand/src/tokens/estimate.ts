import type { Json } from '../core/json.ts'
import { type Calibration, ratioOf } from './calibration.ts'
import { type Family, familyOf } from './families.ts'
import { readCalibration } from './read-calibration.ts'
import { mediaAt, type ViewTally } from './view-tally.ts'

/** How a model's tokens are derived from ours. */
export type Scale = {
  readonly family: Family
  readonly known: Calibration
  readonly ratio: number
  /** How much more than our own count a provider may report: what it adds to a request leaves most of the window free. */
  readonly maxHidden: number
}

export function scaleOf({ model, learnt, window }: ScaleInput): Scale {
  const family = familyOf(model)
  const known = readCalibration(learnt)
  const maxHidden = window === null ? maxHiddenAnywhere : Math.floor(window / 4)
  return { family, known, ratio: ratioOf(known, family.ratio), maxHidden }
}

type ScaleInput = { readonly model: string; readonly learnt: Json | null; readonly window: number | null }

/** With an unknown window, none can be filled by mistake. */
const maxHiddenAnywhere = 1_000_000

/** What instructions and tools take: as learnt for these, within bounds, or by the ratio. */
export function fixedTokens({ known: { base }, ratio, maxHidden }: Scale, counted: number): number {
  const own = ratio * counted
  return base?.counted === counted ? Math.min(Math.max(base.real, own / 8), own + maxHidden) : own
}

/** What the message at a place of a view takes in the model's own tokens. */
export const estimateAt = (tally: ViewTally, at: number, { ratio, family }: Scale): number =>
  ratio * tally.words[at]! + family.perMessage + mediaAt(tally, at, family.image)

export const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((total, one) => total + of(one), 0)
