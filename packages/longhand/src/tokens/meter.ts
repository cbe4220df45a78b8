import type { Branch } from '../core/branch.ts'
import type { Json } from '../core/json.ts'
import type { View } from '../core/view.ts'
import type { Measure, Room } from '../core/window.ts'
import { breakdownOf } from './breakdown.ts'
import {
  type Calibration,
  calibrate,
  fixedTokens,
  readCalibration,
  withCut,
  withFixed,
  withLimit,
  withWhole,
} from './calibration.ts'
import { countTokens } from './count.ts'
import { countMessage, countMessageAsync } from './count-message.ts'
import { countedWords, estimate, hasMedia, type Scale, scaleOf, sum } from './estimate.ts'

/** Everything that a request to a model would hold (the engine's port, in its own words). */
export type Reading = {
  readonly model: string
  readonly learnt: Json | null
  readonly branch: Branch
  readonly view: View
  /** Tokens of instructions and tool definitions by the tokenizer. */
  readonly instructions: number
  readonly tools: number
  readonly anchor: Anchor | null
}

/** The newest report for this branch and the depth of its answer; its reasoning is that of the whole turn so far. */
export type Anchor = { readonly model: string; readonly depth: number; readonly usage: Reported }

/** Tokens as a provider reported them for one call. */
export type Reported = { readonly input: number; readonly output: number; readonly reasoning: number }

/** The engine's meter: exact counts, estimates drawn towards what each model reports, anchored on the last report. */
export const meter = {
  count: countMessage,
  countAsync: countMessageAsync,
  countText: countTokens,
  measure,
  learn,
  room: (room: Room, learnt: Json | null): Room => {
    const { limit } = readCalibration(learnt)
    return limit === null || (room.window !== null && room.window <= limit) ? room : { ...room, window: limit }
  },
  limit: (learnt: Json | null, limit: number): Json => asJson(withLimit(readCalibration(learnt), limit)),
}

function measure(reading: Reading): Measure {
  const scale = scaleOf(reading.model, reading.learnt)
  const anchor = usable(reading)
  const before = anchor === null ? fixed(reading, scale) : anchored(anchor, reading, scale)
  const used = Math.ceil(before + sum(fresh(reading), one => estimate(one, scale)))
  const source = anchor !== null ? 'reported' : reading.view.length === 0 ? 'unknown' : 'estimated'
  return { used, source, breakdown: breakdownOf(reading, scale, used) }
}

function learn(reading: Reading, usage: Reported): { readonly learnt: Json; readonly cut: boolean } {
  const scale = scaleOf(reading.model, reading.learnt)
  const expected = measure(reading).used
  // Without a report to stand on, our estimate may be off by a third.
  const least = usable(reading) === null ? 0.5 : 0.75
  const cut = expected > smallest && usage.input < least * expected
  return { learnt: asJson(cut ? withCut(scale.known, usage.input) : lesson(reading, usage, scale)), cut }
}

/** T3 only what this model reported about this very branch counts. */
const usable = ({ anchor, model }: Reading): Anchor | null => (anchor?.model === model ? anchor : null)

/** The messages that no report has covered. */
function fresh(reading: Reading): View {
  const depth = usable(reading)?.depth ?? 0
  return reading.view.filter(({ span }) => span.from > depth)
}

const fixed = ({ instructions, tools }: Reading, { known, ratio }: Scale): number =>
  fixedTokens(known, instructions + tools, ratio)

/** The last prompt and its answer, less the reasoning that the provider drops when a new turn begins. */
function anchored(anchor: Anchor, reading: Reading, scale: Scale): number {
  const newTurn = fresh(reading).some(({ message }) => message.role === 'user')
  const dropped = scale.family.reasoning === 'dropped' && newTurn ? anchor.usage.reasoning : 0
  return anchor.usage.input + answered(anchor, reading, scale) - dropped
}

/** The answer as reported; or as we see it, when the report tells less than that: it was written before the end. */
function answered({ depth, usage }: Anchor, { view }: Reading, scale: Scale): number {
  const answer = view.findLast(({ span, kind }) => span.from === depth && kind === 'verbatim')
  if (answer === undefined || usage.output >= 0.8 * countedWords(answer)) return usage.output
  return estimate(answer, scale)
}

/** What a report teaches: how much text takes, or how much instructions and tools take. */
function lesson(reading: Reading, usage: Reported, scale: Scale): Calibration {
  const known = withWhole(scale.known, usage.input)
  const messages = fresh(reading)
  const anchor = usable(reading)
  if (anchor === null) {
    const beside = sum(messages, one => estimate(one, scale))
    return withFixed(known, { counted: reading.instructions + reading.tools, real: usage.input - beside, beside })
  }
  if (messages.some(({ message }) => hasMedia(message))) return known
  const real = usage.input - anchored(anchor, reading, scale) - messages.length * scale.family.perMessage
  return calibrate(known, { real, counted: sum(messages, countedWords) }, scale.family.ratio)
}

const asJson = (known: Calibration): Json => known as unknown as Json

/** A request smaller than any window has not been cut. */
const smallest = 2_000
