import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Calibration,
  calibrate,
  ratioOf,
  uncalibrated,
  withCut,
  withFixed,
  withFullRead,
  withLimit,
} from './calibration.ts'
import { readCalibration } from './read-calibration.ts'

const ratios = fc.double({ min: 0.5, max: 2.4, noNaN: true })
const lessons = fc.array(fc.record({ counted: fc.integer({ min: 1, max: 100_000 }), ratio: ratios }), { maxLength: 30 })

const taught = (all: readonly { counted: number; ratio: number }[], prior: number): Calibration =>
  all.reduce((known, { counted, ratio }) => calibrate(known, { counted, real: counted * ratio }, prior), uncalibrated)

test('T3 a ratio never leaves the bounds of its prior and its lessons', () => {
  fc.assert(
    fc.property(lessons, ratios, (all, prior) => {
      const seen = [prior, ...all.map(({ ratio }) => ratio)]
      const ratio = ratioOf(taught(all, prior), prior)
      expect(ratio).toBeGreaterThanOrEqual(Math.min(...seen) - 1e-9)
      expect(ratio).toBeLessThanOrEqual(Math.max(...seen) + 1e-9)
    }),
    { numRuns: 1_000 },
  )
})

test('T3 a model that keeps saying the same is believed, whatever was thought of it', () => {
  fc.assert(
    fc.property(ratios, ratios, (prior, ratio) => {
      fc.pre(ratio / prior > 0.45 && ratio / prior < 2.4)
      const known = taught(
        Array.from({ length: 200 }, () => ({ counted: 3_000, ratio })),
        prior,
      )
      expect(Math.abs(ratioOf(known, prior) - ratio)).toBeLessThan(0.05 * Math.max(prior, ratio))
    }),
    { numRuns: 1_000 },
  )
})

test('T3 old lessons fade', () => {
  const known = taught(
    [
      { counted: 100_000, ratio: 1 },
      { counted: 300_000, ratio: 1.5 },
    ],
    1,
  )
  expect(ratioOf(known, 1)).toBeGreaterThan(1.45)
})

test.each([
  ['little text', { counted: 199, real: 250 }],
  ['far too much', { counted: 1_000, real: 2_600 }],
  ['far too little', { counted: 1_000, real: 390 }],
  ['less than nothing', { counted: 1_000, real: -5_000 }],
])('T3 nothing is learnt from %s', (_, lesson) => {
  expect(calibrate(uncalibrated, lesson, 1)).toBe(uncalibrated)
})

test('T3 what is learnt is plain and survives being stored', () => {
  const known = withCut(
    withFixed(taught([{ counted: 5_000, ratio: 1.2 }], 1), { counted: 9, real: 900, beside: 10 }),
    4_096,
  )
  expect(readCalibration(JSON.parse(JSON.stringify(known)))).toEqual(known)
  expect(readCalibration(null)).toEqual(uncalibrated)
  expect(readCalibration({ real: 5, counted: 4 })).toEqual({ ...uncalibrated, real: 5, counted: 4 })
})

test('T3 the base is learnt from requests that hold little else, and the barest one holds', () => {
  const bare = { counted: 500, real: 1_500, beside: 100 }
  const known = withFixed(uncalibrated, bare)
  expect(known.base).toEqual(bare)
  expect(withFixed(known, { counted: 500, real: 9_000, beside: 800 }).base).toEqual(bare)
  expect(withFixed(known, { counted: 600, real: 1_700, beside: 800 }).base?.real).toBe(1_700)
  expect(withFixed(uncalibrated, { counted: 500, real: 3_000, beside: 90_000 }).base).toBeNull()
  expect(withFixed(uncalibrated, { counted: 500, real: -40, beside: 90 }).base).toBeNull()
})

test('T3 two cuts are no window, three in a row at the same place are', () => {
  const cuts = (...inputs: readonly number[]) => inputs.reduce(withCut, uncalibrated)
  expect(cuts(4_000, 4_096).limit).toBeNull()
  expect(cuts(4_000, 4_096, 4_080).limit).toBe(4_096)
  expect(cuts(4_000, 4_096, 90_000).limit).toBeNull()
  expect(withCut(withFullRead(cuts(4_000, 4_096), 5_000), 4_080).limit).toBeNull()
})

test('T3 a wrong base that takes far too much is put right by the next report', () => {
  const wrong = withFixed(uncalibrated, { counted: 500, real: 9_000, beside: 0 })
  expect(withFixed(wrong, { counted: 500, real: 600, beside: 300 }).base?.real).toBe(600)
})

test('T5 the smallest window holds, until a larger request has been read whole', () => {
  const known = withLimit(withLimit(uncalibrated, 8_192), 32_768)
  expect(known.limit).toBe(8_192)
  expect(withFullRead(known, 8_000).limit).toBe(8_192)
  expect(withFullRead(known, 9_000).limit).toBeNull()
})
