import { expect, test } from 'vitest'
import { withRetries } from './retry.ts'

const limited = Object.assign(new Error('slow down'), { statusCode: 429, responseHeaders: { 'retry-after': '9' } })
const down = Object.assign(new Error('down'), { statusCode: 500 })
const wrong = Object.assign(new Error('wrong'), { statusCode: 404 })

/** Fails with each of the errors in turn, then answers; the clock only writes down how long it was asked to wait. */
function scene(...errors: readonly Error[]) {
  const waits: number[] = []
  let asked = 0
  const ask = async () => {
    const error = errors[asked++]
    if (error !== undefined) throw error
    return 'answer'
  }
  const clock = {
    now: () => 0,
    sleep: async (ms: number) => {
      waits.push(ms)
    },
  }
  return { ask, waits, patience: { clock, random: () => 1 }, times: () => asked }
}

test('F3 two failures are waited out, longer each time', async () => {
  const { ask, waits, patience } = scene(down, down)
  expect(await withRetries(ask, patience)).toBe('answer')
  expect(waits).toHaveLength(2)
  expect(waits[1]).toBeGreaterThan(waits[0]!)
})

test('F3 nobody asks again before the provider wants it', async () => {
  const { ask, waits, patience } = scene(limited)
  await withRetries(ask, patience)
  expect(waits[0]).toBeGreaterThanOrEqual(9000)
})

test('F3 random spreads the attempts', async () => {
  const [early, late] = [scene(down), scene(down)]
  await withRetries(early.ask, { ...early.patience, random: () => 0 })
  await withRetries(late.ask, late.patience)
  expect(early.waits[0]).toBeLessThan(late.waits[0]!)
})

test('F3 after a few attempts the last error is thrown as it came', async () => {
  const { ask, patience, times } = scene(down, down, down, down, down)
  await expect(withRetries(ask, patience)).rejects.toBe(down)
  expect(times()).toBeLessThanOrEqual(3)
})

test('F3 what no waiting mends is thrown at once', async () => {
  const { ask, waits, patience } = scene(wrong)
  await expect(withRetries(ask, patience)).rejects.toBe(wrong)
  expect(waits).toEqual([])
})

test('F4 a stop ends the waiting', async () => {
  const { ask, patience, times } = scene(down)
  const stop = new AbortController()
  const clock = { now: () => 0, sleep: async () => stop.abort() }
  await expect(withRetries(ask, { ...patience, clock, signal: stop.signal })).rejects.toBe(down)
  expect(times()).toBe(1)
})
