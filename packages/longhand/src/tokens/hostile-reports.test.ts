import fc from 'fast-check'
import { expect, test } from 'vitest'
import { append, type Branch } from '../core/branch.ts'
import type { Json } from '../core/json.ts'
import { shields } from '../core/layout.ts'
import { assistant, type Message, user } from '../core/message.ts'
import { view } from '../core/view.ts'
import { windowStatus } from '../core/window.ts'
import { minLearntWindow } from './calibration.ts'
import { countMessage } from './count-message.ts'
import { type MeasuredRequest, meter, type Reported } from './meter.ts'

const model = 'claude-sonnet-4-5'
const room = { window: 32_000, reserve: 8_000 }
const say = (branch: Branch, message: Message): Branch =>
  append(branch, { type: 'message', message, count: countMessage(message) }, `e${branch.length + 1}`)
const talkOf = (exchanges: number): Branch =>
  Array.from({ length: exchanges }, (_, at) => [
    user(`Question ${at}?`),
    assistant('We begin with a schema. '.repeat(40)),
  ])
    .flat()
    .reduce(say, [] as Branch)
const short = say(talkOf(1), user('And then?'))
const long = say(talkOf(20), user('And then?'))
const reading = (branch: Branch, more: Partial<MeasuredRequest> = {}): MeasuredRequest => ({
  model,
  learnt: null,
  view: view(branch),
  shields: shields(branch),
  instructions: 100,
  tools: 50,
  window: room.window,
  anchor: null,
  ...more,
})

const numbers = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(-1e9, 1e9, 1e300, Number.NaN, Number.POSITIVE_INFINITY, -0, 0.5),
)
const reports = fc.record({ input: numbers, output: numbers, reasoning: numbers })
const anything = fc.oneof(
  fc.jsonValue(),
  fc.record({
    real: numbers,
    counted: numbers,
    base: fc.oneof(fc.jsonValue(), fc.record({ counted: fc.constantFrom(150, 0), real: numbers, beside: numbers })),
    limit: numbers,
    cutAt: numbers,
    cuts: numbers,
    largest: numbers,
  }),
) as fc.Arbitrary<Json>

test('T3 whatever is stored about a model, the window stays usable and its figures are figures', () => {
  fc.assert(
    fc.property(anything, learnt => {
      const known = meter.room(room, learnt)
      expect(known.window).toBeGreaterThanOrEqual(minLearntWindow)
      expect(known.window).toBeLessThanOrEqual(room.window)
      const measured = meter.measure(reading(short, { learnt }))
      const { used, share, available, breakdown } = windowStatus(measured, room)
      expect(Number.isSafeInteger(used) && used > 0).toBe(true)
      expect(Object.values(breakdown).every(part => Number.isFinite(part) && part >= 0)).toBe(true)
      expect(share).toBeLessThan(0.5)
      expect(available).toBeGreaterThan(room.window / 4)
    }),
    { numRuns: 2_000 },
  )
})

test('T2 whatever a report says, the number stays within a bounded ratio of our own count', () => {
  fc.assert(
    fc.property(reports, fc.constantFrom(short, long), (usage, branch) => {
      const own = meter.measure(reading(branch)).used
      const anchor = { model, depth: branch.length - 1, usage: usage as Reported }
      const { used, breakdown } = meter.measure(reading(branch, { anchor }))
      expect(Number.isSafeInteger(used)).toBe(true)
      expect(used).toBeGreaterThanOrEqual(own / 10)
      expect(used).toBeLessThanOrEqual(8 * own + room.window / 4)
      expect(Object.values(breakdown).every(part => Number.isFinite(part) && part >= 0)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('T3 after any reports a few honest ones bring the truth back', () => {
  fc.assert(
    fc.property(fc.array(reports, { maxLength: 6 }), lies => {
      let learnt: Json | null = null
      for (const usage of lies) learnt = meter.learn(reading(long, { learnt }), usage as Reported).learnt
      const truth = meter.measure(reading(long)).used
      for (let at = 0; at < 3; at++) learnt = meter.learn(reading(long, { learnt }), honest(truth)).learnt
      const { used } = meter.measure(reading(long, { learnt }))
      expect(Math.abs(used - truth)).toBeLessThan(room.window / 4 + 0.5 * truth)
      expect(meter.room(room, learnt).window).toBeGreaterThanOrEqual(Math.min(truth, room.window))
    }),
    { numRuns: 1_000 },
  )
})

const honest = (input: number): Reported => ({ input, output: 20, reasoning: 0 })

test('T3 a provider that reports a few tokens for everything does not lose its window', () => {
  let learnt: Json | null = null
  for (let at = 0; at < 10; at++) learnt = meter.learn(reading(long, { learnt }), honest(126)).learnt
  expect(meter.room(room, learnt)).toEqual(room)
})

test('T3 two lying reports at one place are no window, and no window is smaller than what was read before', () => {
  const twice = [honest(3_000), honest(3_010)].reduce<Json | null>(
    (learnt, usage) => meter.learn(reading(long, { learnt }), usage).learnt,
    null,
  )
  expect(meter.room(room, twice)).toEqual(room)
  const truth = meter.measure(reading(long)).used
  let learnt: Json | null = meter.learn(reading(long), honest(truth)).learnt
  for (let at = 0; at < 10; at++) learnt = meter.learn(reading(long, { learnt }), honest(3_000)).learnt
  expect(meter.room(room, learnt)).toEqual(room)
})

test('T5 a window that a person has set is theirs, whatever was learnt', () => {
  const learnt = meter.limit(null, 8_192)
  expect(meter.room({ ...room, setBy: 'person' }, learnt).window).toBe(32_000)
  expect(meter.room(room, learnt).window).toBe(8_192)
  expect(meter.room(room, meter.limit(null, 12)).window).toBe(32_000)
})
