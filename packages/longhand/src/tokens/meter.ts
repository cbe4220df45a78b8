import { asJson, type Json } from '../core/json.ts'
import type { Layout } from '../core/layout.ts'
import type { View } from '../core/view.ts'
import type { Measurement, ModelWindow } from '../core/window.ts'
import { breakdownOf } from './breakdown.ts'
import {
  type Calibration,
  calibrate,
  mayBeWindow,
  minLesson,
  withCut,
  withFixed,
  withFullRead,
  withLimit,
} from './calibration.ts'
import { countByLine } from './count-by-line.ts'
import { countMessage, countMessageAsync } from './count-message.ts'
import { estimateAt, fixedTokens, type Scale, scaleOf, sum } from './estimate.ts'
import { isAmount, readCalibration } from './read-calibration.ts'
import { tallyOf, type ViewTally } from './view-tally.ts'

/** Everything in a request to a model (the engine's port, restated here). */
export type MeasuredRequest = {
  readonly model: string
  readonly learnt: Json | null
  readonly view: View
  /** What is never folded, by depth. */
  readonly shields: Layout['shields']
  /** Tokens of instructions and tool definitions by the tokenizer. */
  readonly instructions: number
  readonly tools: number
  /** What the model can hold; null when unknown. */
  readonly window: number | null
  readonly anchor: ReportAnchor | null
}

/** The newest report for this branch and the depth of its answer; its reasoning is that of the whole turn so far. */
export type ReportAnchor = { readonly model: string; readonly depth: number; readonly usage: Reported }

/** Tokens as a provider reported them for one call. */
export type Reported = { readonly input: number; readonly output: number; readonly reasoning: number }

/** The engine's meter: exact counts, and estimates calibrated by what each model reports and anchored on the last report. */
export const meter = {
  count: countMessage,
  countAsync: countMessageAsync,
  countText: countByLine,
  measure,
  learn,
  room: (room: ModelWindow, learnt: Json | null): ModelWindow => {
    const { limit } = readCalibration(learnt)
    if (room.setBy === 'person') return room
    return limit === null || (room.window !== null && room.window <= limit) ? room : { ...room, window: limit }
  },
  figures: (model: string, learnt: Json | null) => {
    const { known, ratio } = scaleOf({ model, learnt, window: null })
    return { ratio, window: known.limit }
  },
  limit: (learnt: Json | null, limit: number): Json => asJson(withLimit(readCalibration(learnt), limit)),
}

/** A request with the tally of its view. */
type Tallied = MeasuredRequest & { readonly tally: ViewTally }

const tallied = (reading: MeasuredRequest): Tallied => ({ ...reading, tally: tallyOf(reading.view) })

function measure(reading: MeasuredRequest): Measurement {
  return measureTallied(tallied(reading))
}

function measureTallied(reading: Tallied): Measurement {
  const scale = scaleOf(reading)
  const anchor = usable(reading, scale)
  const before = anchor === null ? fixed(reading, scale) : anchored(anchor, reading, scale)
  const used = Math.ceil(before + tokensAt(fresh(reading, anchor), reading, scale))
  // Files of a project, instructions and tools take room before anything is said.
  const isEmpty = reading.view.length === 0 && reading.instructions + reading.tools === 0
  const source = anchor !== null ? 'reported' : isEmpty ? 'unknown' : 'estimated'
  return { used, source, breakdown: breakdownOf(reading, scale, used) }
}

function learn(request: MeasuredRequest, usage: Reported): { readonly learnt: Json; readonly cut: boolean } {
  const reading = tallied(request)
  const scale = scaleOf(reading)
  const anchor = usable(reading, scale)
  const own =
    scale.ratio * (reading.instructions + reading.tools) + tokensAt(reading.tally.depths.keys(), reading, scale)
  const expected = anchor === null ? own : measureTallied(reading).used
  // An impossible figure for a request of this size proves nothing.
  if (!isReport(usage) || usage.input > maxShare * own + scale.maxHidden)
    return { learnt: asJson(scale.known), cut: false }
  // Without an earlier report, our estimate may be off by a third.
  const minShareRead = anchor === null ? 0.5 : 0.75
  const isShort = expected > minCutTokens && usage.input < minShareRead * expected
  // Whoever has read more before does not cut here: the client has dropped something.
  const cut = isShort && mayBeWindow(scale.known, usage.input)
  return { learnt: asJson(cut ? withCut(scale.known, usage.input) : lesson(reading, usage, scale)), cut }
}

/** T3 only plausible reports of this model about this branch count. */
function usable(reading: Tallied, scale: Scale): ReportAnchor | null {
  const { anchor, model } = reading
  return anchor?.model === model && isReport(anchor.usage) && isPlausible(anchor, reading, scale) ? anchor : null
}

const isReport = ({ input, output, reasoning }: Reported): boolean =>
  isAmount(input) && isAmount(output) && isAmount(reasoning)

/** T2 whether a report is within a bounded ratio of our own count. Reasoning is mostly dropped, so much may be missing. */
function isPlausible({ depth, usage }: ReportAnchor, reading: Tallied, scale: Scale): boolean {
  const { tally } = reading
  let [before, said] = [0, 0]
  for (let at = 0; at < tally.depths.length; at++)
    if (tally.depths[at]! < depth) before += estimateAt(tally, at, scale)
    else if (tally.depths[at] === depth) said += estimateAt(tally, at, scale)
  const sent = fixed(reading, scale) + before
  return (
    usage.input >= minShare * sent &&
    usage.input <= maxShare * sent + scale.maxHidden &&
    usage.output <= maxShare * said + scale.maxHidden
  )
}

/** The places of the messages that no report covers. */
function fresh({ tally: { depths } }: Tallied, anchor: ReportAnchor | null): readonly number[] {
  const after = anchor?.depth ?? 0
  const found: number[] = []
  for (let at = 0; at < depths.length; at++) if (depths[at]! > after) found.push(at)
  return found
}

function tokensAt(places: Iterable<number>, { tally }: Tallied, scale: Scale): number {
  let tokens = 0
  for (const at of places) tokens += estimateAt(tally, at, scale)
  return tokens
}

const fixed = ({ instructions, tools }: Tallied, scale: Scale): number => fixedTokens(scale, instructions + tools)

/** The last prompt and its answer, less the reasoning that the provider drops when a new turn begins. */
function anchored(anchor: ReportAnchor, reading: Tallied, scale: Scale): number {
  const newTurn = fresh(reading, anchor).some(at => reading.view[at]!.message.role === 'user')
  const dropped = scale.family.reasoning === 'dropped' && newTurn ? anchor.usage.reasoning : 0
  const { input } = anchor.usage
  // Dropped reasoning was part of the prompt, and never most of it.
  return Math.max(input + answered(anchor, reading, scale) - dropped, minShare * input)
}

/** The answer as reported, or by our own count when the report is lower: it was made before the end. */
function answered({ depth, usage }: ReportAnchor, { view, tally }: Tallied, scale: Scale): number {
  const at = view.findLastIndex(({ span, kind }) => span.from === depth && kind === 'verbatim')
  if (at < 0 || usage.output >= 0.8 * tally.words[at]!) return usage.output
  return estimateAt(tally, at, scale)
}

/** What a report shows: how much text takes, or how much instructions and tools take. */
function lesson(reading: Tallied, usage: Reported, scale: Scale): Calibration {
  const known = withFullRead(scale.known, usage.input)
  const anchor = usable(reading, scale)
  const messages = fresh(reading, anchor)
  if (anchor === null) {
    const beside = tokensAt(messages, reading, scale)
    return withFixed(known, { counted: reading.instructions + reading.tools, real: usage.input - beside, beside })
  }
  if (messages.some(at => reading.tally.files.has(at))) return known
  const lesson = wordsSince(anchor, reading, scale)
  return calibrate(known, { ...lesson, real: usage.input - lesson.known }, scale.family.ratio)
}

/**
 * The words that are new since a report, and what else was in the request. Where they are few, as in a chat with short
 * questions, the answer counts among them, unless it was thought about: what providers keep of that differs.
 */
function wordsSince(anchor: ReportAnchor, reading: Tallied, scale: Scale) {
  const { view, tally } = reading
  const messages = fresh(reading, anchor)
  const { perMessage } = scale.family
  const counted = sum(messages, at => tally.words[at]!)
  const answer = view.findLastIndex(({ span, kind }) => span.from === anchor.depth && kind === 'verbatim')
  if (counted >= minLesson || answer < 0 || anchor.usage.reasoning > 0)
    return { counted, known: anchored(anchor, reading, scale) + messages.length * perMessage }
  return {
    counted: counted + tally.words[answer]!,
    known: anchor.usage.input + (messages.length + 1) * perMessage,
  }
}

/** A request smaller than any window cannot have been truncated. */
const minCutTokens = 2_000

/** How far a report may be off our own count. */
const minShare = 1 / 8
const maxShare = 4
