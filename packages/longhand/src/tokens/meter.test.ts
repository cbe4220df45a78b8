import fc from 'fast-check'
import { expect, test } from 'vitest'
import { append, type Branch } from '../core/branch.ts'
import type { Json } from '../core/json.ts'
import { shields } from '../core/layout.ts'
import { assistant, type Message, user } from '../core/message.ts'
import { view } from '../core/view.ts'
import { draw } from '../testing/draw.ts'
import { branches, histories } from '../testing/history.ts'
import { countMessage } from './count-message.ts'
import { type MeasuredRequest, meter } from './meter.ts'

const say = (branch: Branch, message: Message): Branch =>
  append(branch, { type: 'message', message, count: countMessage(message) }, `e${branch.length + 1}`)
const talk = [user('Hello there, what is the plan?'), assistant('We start with the schema. '.repeat(20))].reduce(
  say,
  [] as Branch,
)
const reading = (branch: Branch, more: Partial<MeasuredRequest> = {}): MeasuredRequest => ({
  model: 'claude-sonnet-4-5',
  learnt: null,
  view: view(branch),
  shields: shields(branch),
  instructions: 100,
  tools: 50,
  window: 200_000,
  anchor: null,
  ...more,
})
const usage = { input: 5_000, output: 300, reasoning: 100 }

test('T2 before the first report the number is an estimate', () => {
  const { used, source, breakdown } = meter.measure(reading(talk))
  expect(source).toBe('estimated')
  expect(used).toBeGreaterThan(150)
  expect(breakdown).toMatchObject({ system: 116, tools: 58 })
})

test('T2 afterwards it is what the provider reported, and an estimate of what came since', () => {
  const anchor = { model: 'claude-sonnet-4-5', depth: 2, usage }
  expect(meter.measure(reading(talk, { anchor })).used).toBe(5_300)
  const next = say(talk, user('And then?'))
  const { used, source } = meter.measure(reading(next, { anchor }))
  expect(source).toBe('reported')
  expect(used).toBeGreaterThan(5_300)
  expect(used).toBeLessThan(5_330)
})

test('T3 what another model reported is not used', () => {
  const anchor = { model: 'gpt-5.5', depth: 2, usage }
  expect(meter.measure(reading(talk, { anchor })).source).toBe('estimated')
})

test('T2 a provider that drops reasoning at a new turn frees its tokens', () => {
  const anchor = { model: 'gpt-5.5', depth: 2, usage }
  const next = say(talk, user('And then?'))
  const kept = meter.measure(
    reading(next, { model: 'gpt-5.5', anchor: { ...anchor, usage: { ...usage, reasoning: 0 } } }),
  ).used
  expect(meter.measure(reading(next, { model: 'gpt-5.5', anchor })).used).toBe(kept - 100)
})

test('T3 calibration is learnt from what was reported for new text', () => {
  const anchor = { model: 'claude-sonnet-4-5', depth: 2, usage }
  const next = say(talk, user('a line of ordinary words, '.repeat(200)))
  const counted = countMessage(user('a line of ordinary words, '.repeat(200)))
  const { learnt, cut } = meter.learn(reading(next, { anchor }), {
    input: 5_300 + 2 * counted,
    output: 1,
    reasoning: 0,
  })
  expect(cut).toBe(false)
  const more = meter.measure(reading(next, { anchor, learnt })).used - meter.measure(reading(next, { anchor })).used
  expect(more).toBeGreaterThan(0)
})

test('T3 input far below the estimate is a silent cut; a third one at the same place is a window', () => {
  const anchor = { model: 'claude-sonnet-4-5', depth: 2, usage: { ...usage, input: 40_000 } }
  const room = { window: 200_000, reserve: 1 }
  const cut = (learnt: Json | null, input: number) =>
    meter.learn(reading(talk, { anchor, learnt }), { input, output: 1, reasoning: 0 })
  const first = cut(null, 16_384)
  expect(first.cut).toBe(true)
  const second = cut(first.learnt, 16_380)
  expect(meter.room(room, second.learnt)).toEqual(room)
  const third = cut(second.learnt, 16_380)
  expect(third.cut).toBe(true)
  expect(meter.room(room, third.learnt)).toEqual({ window: 16_380, reserve: 1 })
})

test('T3 a small request is never taken for a cut one', () => {
  expect(meter.learn(reading(talk), { input: 20, output: 1, reasoning: 0 }).cut).toBe(false)
})

test('T2 an answer reported as less than its words was reported before its end', () => {
  const anchor = { model: 'claude-sonnet-4-5', depth: 2, usage: { ...usage, output: 3 } }
  const words = talk[1]!.type === 'message' ? talk[1]!.count : 0
  expect(meter.measure(reading(talk, { anchor })).used).toBe(Math.ceil(5_000 + 1.16 * words + 4))
})

test('T2 what instructions and tools really take is learnt from the first call, and known after a compaction', () => {
  const first = say([], user('Hello there, what is the plan?'))
  const { learnt } = meter.learn(reading(first), { input: 2_012, output: 300, reasoning: 0 })
  expect(meter.measure(reading(first, { learnt })).used).toBe(2_012)
  expect(meter.measure(reading(first, { learnt })).breakdown).toMatchObject({ system: 1_332, tools: 667 })
  // Other instructions: nothing is known about those.
  expect(meter.measure(reading(first, { learnt, tools: 60 })).used).toBeLessThan(300)
})

test('T5 a window learnt from an error is remembered; the smallest one holds', () => {
  const learnt = meter.limit(meter.limit(null, 8_192), 9_000)
  expect(meter.room({ window: 200_000, reserve: 1 }, learnt).window).toBe(8_192)
  expect(meter.room({ window: 4_096, reserve: 1 }, learnt).window).toBe(4_096)
  expect(meter.room({ window: null, reserve: 1 }, learnt).window).toBe(8_192)
})

test('T7 the parts of the breakdown add up to what is used, for any history and any report', () => {
  fc.assert(
    fc.property(histories(30), fc.nat(5_000), fc.boolean(), (history, input, anchored) => {
      const branch = branches(history).at(-1)!
      const anchor = anchored ? { model: 'claude-sonnet-4-5', depth: 1, usage: { ...usage, input } } : null
      const { used, breakdown } = meter.measure(reading(branch, { anchor }))
      expect(Object.values(breakdown).reduce((sum, part) => sum + part, 0)).toBe(used)
      expect(Object.values(breakdown).every(part => part >= 0)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('T7 a report smaller than our estimates shrinks them, and the parts still add up', () => {
  const anchor = { model: 'claude-sonnet-4-5', depth: 2, usage: { input: 620, output: 200, reasoning: 0 } }
  const { used, breakdown } = meter.measure(reading(talk, { anchor, instructions: 3_000 }))
  expect(used).toBe(820)
  expect(breakdown).toMatchObject({ system: 806, tools: 13, messages: 1 })
})

test('T7 protected messages and the summary have parts of their own', () => {
  const { breakdown } = meter.measure(reading(draw('u a U a')))
  expect(breakdown.protected).toBe(116)
})

test('V10 an image is counted by its size, never by its bytes', () => {
  const image = {
    type: 'file',
    mediaType: 'image/png',
    name: null,
    source: { type: 'base64', data: 'A'.repeat(200_000) },
    width: 560,
    height: 280,
  } as const
  expect(countMessage({ role: 'user', parts: [image] })).toBe(200)
})

test('T3 a chat of short questions teaches by its answers how much text takes for a model that nobody knows', () => {
  const model = 'somebody/something'
  const real = (branch: Branch) => branch.reduce((sum, entry) => sum + (entry.type === 'message' ? entry.count : 0), 0)
  let branch: Branch = []
  let learnt: Json | null = null
  let anchor: MeasuredRequest['anchor'] = null
  for (let turn = 0; turn < 8; turn++) {
    branch = say(branch, user('Go on.'))
    const reported = { input: real(branch), output: 0, reasoning: 0 }
    learnt = meter.learn(reading(branch, { model, learnt, anchor, instructions: 0, tools: 0 }), reported).learnt
    branch = say(branch, assistant(`In step ${turn} the words are many. `.repeat(700)))
    const [answer] = branch.slice(-1)
    const output = answer?.type === 'message' ? answer.count : 0
    anchor = { model, depth: branch.length, usage: { ...reported, output } }
  }
  expect(meter.figures(model, null).ratio).toBeCloseTo(1.15)
  expect(meter.figures(model, learnt).ratio).toBeLessThan(1.04)
})

test('T3 whoever has read more before has not cut: the client has dropped something', () => {
  const long = say(talk, user('a line of ordinary words, '.repeat(4_000)))
  const { learnt } = meter.learn(reading(long), { input: 25_000, output: 1, reasoning: 0 })
  expect(meter.learn(reading(long, { learnt }), { input: 6_000, output: 1, reasoning: 0 }).cut).toBe(false)
  expect(meter.learn(reading(long), { input: 6_000, output: 1, reasoning: 0 }).cut).toBe(true)
})
