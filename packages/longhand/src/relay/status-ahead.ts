import type { Json } from '../core/json.ts'
import type { Part } from '../core/message.ts'
import { isColdMoment } from '../core/plan.ts'
import { applySchedule } from '../core/policy.ts'
import { reached } from '../core/threshold.ts'
import { fits, prepareTokens, roomOf, type WindowStatus, windowStatus } from '../core/window.ts'
import type { Engine } from '../engine/engine.ts'
import { countMessage } from '../engine/long-work/count-message.ts'
import { createPacer } from '../engine/long-work/pacer.ts'
import { runSteps } from '../engine/long-work/run-steps.ts'
import type { Conversation } from '../engine/ports/store-conversations.ts'
import { policyOf } from '../engine/snapshot.ts'
import { isJsonObject } from '../wire/json-object.ts'
import { newMessagesSteps, type TrailMessage } from './new-entries.ts'
import type { ClientRequest } from './read-request.ts'

/** A request that goes on with a conversation, its model, and the tokens of what was counted already, by id. */
export type AddingRequest = {
  readonly request: ClientRequest
  readonly trail: readonly string[]
  readonly model: string
  readonly counts: Map<string, number>
}

/** How full the window will be, to be counted when someone asks. */
export type StatusAhead = () => Promise<WindowStatus>

/**
 * How full the window of a conversation will be, by what was noted after its last answer, what was stored since, and what a
 * request adds. Null unless that alone tells that nothing is folded, nothing is due and nothing is to be prepared, by a
 * margin that covers what only the branch tells: then the request goes on as it came.
 */
export async function statusAhead(
  engine: Engine,
  adding: AddingRequest,
  conversation: Conversation,
): Promise<StatusAhead | null> {
  const { status: noted, head, totals, settings } = conversation
  const known = head.entry === null ? 0 : adding.trail.lastIndexOf(head.entry) + 1
  if (noted === null || known === 0 || head.compaction !== null || conversation.model !== adding.model) return null
  // What was learnt about the model may have made its window smaller; what a person has set since counts.
  const { window } = engine.models.find(adding.model).room
  if (noted.window === null || window === null || noted.window > window) return null
  return statusAtRest(engine, adding, { known, noted, totals, settings })
}

/** The same for a conversation that the request begins, by what was learnt about its model. */
export async function statusOfNew(
  engine: Engine,
  adding: AddingRequest,
  learnt: Json | null,
): Promise<StatusAhead | null> {
  const { room, tools } = engine.models.find(adding.model)
  const breakdown = { system: 0, tools, summary: 0, protected: 0, messages: 0, attachments: 0 }
  const noted = windowStatus({ used: tools, source: 'estimated', breakdown }, engine.meter.room(room, learnt))
  if (noted.window === null) return null
  return statusAtRest(engine, adding, { known: 0, noted, totals: nothing, settings: null })
}

const nothing = { messages: 0, turns: 0, tokens: 0 }

/** A conversation before a request: how many parts of it are there, and how full the window was when that was noted. */
type StateBefore = Pick<Conversation, 'settings'> & {
  readonly known: number
  readonly noted: WindowStatus
  readonly totals: Readonly<Record<keyof typeof nothing, number>>
}

async function statusAtRest(
  engine: Engine,
  { request, trail, model, counts }: AddingRequest,
  before: StateBefore,
): Promise<StatusAhead | null> {
  const { known, noted, totals } = before
  const { breakdown } = noted
  const { room, tools } = engine.models.find(model)
  const unnoted = Math.max(0, totals.tokens - breakdown.messages) + Math.max(0, tools - breakdown.tools)
  const statusWith = (more: number): WindowStatus =>
    windowStatus(
      {
        used: noted.used + more,
        source: 'estimated',
        breakdown: { ...breakdown, messages: breakdown.messages + more },
      },
      { ...room, window: noted.window },
    )
  const added = await runSteps(newMessagesSteps(request, { from: known, trail }))
  const status = async (): Promise<WindowStatus> => {
    const pace = createPacer()
    for (const { id, message } of added) {
      counts.set(id, counts.get(id) ?? (await countMessage(engine, message)))
      await pace()
    }
    return statusWith(added.reduce((sum, { id }) => sum + counts.get(id)!, unnoted))
  }
  // Most requests add so little that nobody has to count it first.
  const most = mostTokens(request, { from: known, added })
  if (most !== null && isAtRest(engine, before, statusWith(margin * unnoted + most))) return status
  const { used } = await status()
  return isAtRest(engine, before, statusWith(margin * (used - noted.used))) ? status : null
}

/** No token is shorter than a byte. Null where that tells nothing: what a picture takes has little to do with its bytes. */
function mostTokens(
  { pieces, items }: ClientRequest,
  { from, added }: { readonly from: number; readonly added: readonly TrailMessage[] },
): number | null {
  const first = pieces.find(piece => piece.from >= from)
  if (first === undefined) return 0
  const hasFiles = added.some(({ message }) => message.parts.some(mayHoldFile))
  return hasFiles ? null : items.at(-1)!.to - items[first.item]!.from
}

/** A tool may return pictures among its texts. */
const mayHoldFile = (part: Part): boolean =>
  part.type === 'file' ||
  (part.type === 'tool-result' &&
    Array.isArray(part.output) &&
    part.output.some(item => !isJsonObject(item) || item.type !== 'text'))

/** More than any model takes for a text than the tokenizer does. */
const margin = 2

function isAtRest(engine: Engine, { settings, totals }: StateBefore, status: WindowStatus): boolean {
  const room = roomOf(status)
  const { system, tools } = status.breakdown
  const policy = applySchedule(policyOf({ settings }, engine.policy), room, system + tools)
  if (!fits(status)) return false
  if (policy.automatic === 'off') return true
  const load = { used: status.used, messages: totals.messages + maxNew, turns: totals.turns + maxNew }
  return (
    reached(policy.threshold, load, room) === null &&
    status.used < prepareTokens(policy.prepare, room) &&
    !isColdMoment(policy, { cache: 'cold', status })
  )
}

/** Messages that a request adds at most where their number matters. */
const maxNew = 50
