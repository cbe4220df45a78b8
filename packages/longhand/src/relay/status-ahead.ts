import { isColdMoment } from '../core/plan.ts'
import { applySchedule } from '../core/policy.ts'
import { reached } from '../core/threshold.ts'
import { fits, prepareTokens, roomOf, type WindowStatus, windowStatus } from '../core/window.ts'
import type { Engine } from '../engine/engine.ts'
import { countMessage } from '../engine/long-work/count-message.ts'
import type { Conversation } from '../engine/ports/store-conversations.ts'
import { policyOf } from '../engine/snapshot.ts'
import { newMessages } from './new-entries.ts'
import type { ClientRequest } from './read-request.ts'

/** A request that goes on with a conversation, its model, and the tokens of what was counted already, by id. */
export type ColdRequest = {
  readonly request: ClientRequest
  readonly trail: readonly string[]
  readonly model: string
  readonly counts: Map<string, number>
}

/**
 * How full the window of a conversation will be whose branch nobody here has read: as it was noted after the last answer, and
 * what a request adds. Null unless that alone tells that nothing is folded, nothing is due and nothing is to be prepared, by a
 * margin that covers what only the branch tells: then the request goes on as it came.
 */
export async function statusAhead(
  engine: Engine,
  { request, trail, model, counts }: ColdRequest,
  conversation: Conversation,
): Promise<WindowStatus | null> {
  const { status: noted, head } = conversation
  const known = head.entry === null ? 0 : trail.lastIndexOf(head.entry) + 1
  if (noted === null || known === 0 || head.compaction !== null || conversation.model !== model) return null
  const { room, tools } = engine.models.find(model)
  // What was learnt about the model may have made its window smaller; what a person has set since counts.
  if (noted.window === null || room.window === null || noted.window > room.window) return null
  const { breakdown } = noted
  const added = newMessages(request, { from: known, trail })
  for (const { id, message } of added) counts.set(id, counts.get(id) ?? (await countMessage(engine, message)))
  const tokens = added.reduce((sum, { id }) => sum + counts.get(id)!, Math.max(0, tools - breakdown.tools))
  const statusWith = (more: number): WindowStatus =>
    windowStatus(
      {
        used: noted.used + more,
        source: 'estimated',
        breakdown: { ...breakdown, messages: breakdown.messages + more },
      },
      { ...room, window: noted.window },
    )
  return isAtRest(engine, conversation, statusWith(margin * tokens)) ? statusWith(tokens) : null
}

/** More than any model takes for a text than the tokenizer does. */
const margin = 2

function isAtRest(engine: Engine, conversation: Conversation, status: WindowStatus): boolean {
  const room = roomOf(status)
  const { system, tools } = status.breakdown
  const policy = applySchedule(policyOf(conversation, engine.policy), room, system + tools)
  if (!fits(status)) return false
  if (policy.automatic === 'off') return true
  const { totals } = conversation
  const load = { used: status.used, messages: totals.messages + maxNew, turns: totals.turns + maxNew }
  return (
    reached(policy.threshold, load, room) === null &&
    status.used < prepareTokens(policy.prepare, room) &&
    !isColdMoment(policy, { cache: 'cold', status })
  )
}

/** Messages that a request adds at most where their number matters. */
const maxNew = 50
