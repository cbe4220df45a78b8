import { type Branch, messagesOf } from '../core/branch.ts'
import type { Json } from '../core/json.ts'
import type { Message } from '../core/message.ts'
import { shields } from '../core/protect.ts'
import type { View, ViewMessage } from '../core/view.ts'
import type { Breakdown, Measure, Room } from '../core/window.ts'
import { type Calibration, calibrate, ratioOf, readCalibration, withLimit } from './calibration.ts'
import { countTokens } from './count.ts'
import { countMedia, countMessage } from './count-message.ts'
import { type Family, familyOf } from './families.ts'

/** Everything that a request to a model would hold (the engine's port, in its own words). */
export type Reading = {
  readonly model: string
  readonly learnt: Json | null
  readonly branch: Branch
  readonly view: View
  readonly instructions: number
  readonly tools: number
  readonly anchor: { readonly model: string; readonly depth: number; readonly usage: Reported } | null
}

/** Tokens as a provider reported them for one call. */
export type Reported = { readonly input: number; readonly output: number; readonly reasoning: number }

/** The engine's meter: exact counts, estimates drawn towards what each model reports, anchored on the last report. */
export const meter = {
  count: countMessage,
  countText: countTokens,
  measure,
  learn,
  room: (room: Room, learnt: Json | null): Room => {
    const { limit } = readCalibration(learnt)
    return limit === null || (room.window !== null && room.window <= limit) ? room : { ...room, window: limit }
  },
  limit: (learnt: Json | null, limit: number): Json => withLimit(readCalibration(learnt), limit) as unknown as Json,
}

function measure(reading: Reading): Measure {
  const scale = scaleOf(reading)
  const anchor = usable(reading)
  const estimate = (from: number) => newer(reading, from).reduce((sum, one) => sum + realTokens(one, scale), 0)
  const fixed = Math.ceil(scale.ratio * (reading.instructions + reading.tools))
  const used = anchor === null ? fixed + estimate(0) : anchored(anchor, reading, scale) + estimate(anchor.depth)
  const source = anchor !== null ? 'reported' : reading.view.length === 0 ? 'unknown' : 'estimated'
  return { used: Math.ceil(used), source, breakdown: breakdownOf(reading, scale, Math.ceil(used)) }
}

/** T3 only what this model reported about this very branch counts. */
const usable = ({ anchor, model }: Reading) => (anchor !== null && anchor.model === model ? anchor : null)

/** The last prompt and its answer, less the reasoning that the provider drops when a new turn begins. */
function anchored({ usage, depth }: NonNullable<Reading['anchor']>, { view }: Reading, { family }: Scale): number {
  const newTurn = view.some(({ span, message }) => span.from > depth && message.role === 'user')
  const dropped = family.reasoning === 'dropped' && newTurn ? usage.reasoning : 0
  return usage.input + usage.output - dropped
}

function learn(reading: Reading, usage: Reported): { readonly learnt: Json; readonly cut: boolean } {
  const { known, family } = scaleOf(reading)
  const expected = measure(reading)
  const anchor = usable(reading)
  // A provider that cuts silently reports far less than it was sent; without an anchor our estimate may be off by a third.
  const cut = expected.used > 2_000 && usage.input < (anchor === null ? 0.5 : 0.8) * expected.used
  if (cut) return { learnt: withLimit(known, usage.input) as unknown as Json, cut }
  return { learnt: lesson(reading, usage, known, family) as unknown as Json, cut }
}

function lesson(reading: Reading, usage: Reported, known: Calibration, family: Family): Calibration {
  const anchor = usable(reading)
  if (anchor === null) return known
  const fresh = newer(reading, anchor.depth)
  if (fresh.some(({ message }) => countMedia(message, family.image) > 0)) return known
  const counted = fresh.reduce((sum, { count }) => sum + count, 0)
  const real = usage.input - anchored(anchor, reading, { known, family, ratio: 1 }) - fresh.length * family.perMessage
  return calibrate(known, { real, counted }, family.ratio)
}

type Scale = { readonly known: Calibration; readonly family: Family; readonly ratio: number }

function scaleOf({ model, learnt }: Reading): Scale {
  const family = familyOf(model)
  const known = readCalibration(learnt)
  return { known, family, ratio: ratioOf(known, family.ratio) }
}

const newer = ({ view }: Reading, depth: number): View => view.filter(({ span }) => span.from > depth)

function realTokens({ message, count }: ViewMessage, { ratio, family }: Scale): number {
  const text = count - countedMedia(message)
  return ratio * text + family.perMessage + countMedia(message, family.image)
}

const countedMedia = (message: Message): number => countMedia(message, 'claude')

/** Where the tokens are. What is not a message is estimated; messages take the rest, so that the parts add up. */
function breakdownOf(reading: Reading, scale: Scale, used: number): Breakdown {
  const { view, branch, instructions, tools } = reading
  const shielded = shields(branch)
  const depths = new Set(
    messagesOf(branch).flatMap(({ depth }) => (shielded.get(depth) === 'protected' ? [depth] : [])),
  )
  const sum = (wanted: (one: ViewMessage) => boolean) =>
    view.filter(wanted).reduce((all, one) => all + Math.round(scale.ratio * (one.count - countedMedia(one.message))), 0)
  const rest = {
    system: Math.round(scale.ratio * instructions),
    tools: Math.round(scale.ratio * tools),
    summary: sum(({ kind }) => kind === 'summary' || kind === 'digest'),
    protected: sum(({ kind, span }) => kind === 'verbatim' && depths.has(span.from)),
    attachments: view.reduce((all, { message }) => all + countMedia(message, scale.family.image), 0),
  }
  const known = Object.values(rest).reduce((all, part) => all + part, 0)
  if (known <= used) return { ...rest, messages: used - known }
  // A provider that reports less than we estimated: every part we only estimated shrinks alike.
  const parts = Object.entries(rest).map(([name, part]) => [name, Math.floor((part * used) / known)] as const)
  const shrunk = Object.fromEntries(parts) as typeof rest
  return { ...shrunk, messages: used - parts.reduce((all, [, part]) => all + part, 0) }
}
