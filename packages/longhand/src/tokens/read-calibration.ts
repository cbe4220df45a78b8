import type { Json } from '../core/json.ts'
import { bounded, type Calibration, type FixedTokens, isWindow, uncalibrated } from './calibration.ts'

/** What is stored about a model; implausible figures are ignored. */
export function readCalibration(learnt: Json | null): Calibration {
  const { real, counted, base, limit, cutAt, cuts, largest } = fieldsOf(learnt)
  return {
    ...(isAmount(real) && isAmount(counted) ? bounded(real, counted) : { real: 0, counted: 0 }),
    base: baseOf(base),
    limit: isWindow(limit) ? limit : null,
    cutAt: isWindow(cutAt) ? cutAt : null,
    cuts: isWindow(cutAt) && isAmount(cuts) ? Math.floor(cuts) : uncalibrated.cuts,
    largest: isAmount(largest) ? largest : 0,
  }
}

/** A plausible number of tokens: from 0, and far above any real request. */
export const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= maxAmount

function baseOf(value: unknown): FixedTokens | null {
  const { counted, real, beside } = fieldsOf(value)
  return isAmount(counted) && isAmount(real) && isAmount(beside) ? { counted, real, beside } : null
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

const maxAmount = 1_000_000_000
