import type { Message } from '../../core/message.ts'
import { cheaperForm } from '../../core/money.ts'
import { within } from '../../core/span.ts'
import { modelMessages } from '../../core/view.ts'
import type { Scope } from '../engine.ts'
import type { Summariser } from '../ports/summariser.ts'
import type { Moment } from '../snapshot.ts'
import type { JobPlan } from './compactor.ts'
import { hurry } from './with-timeout.ts'

/** Who writes a compaction, and what of the chat's own request theirs begins with; null when they are asked apart. */
export type Chosen = { readonly summariser: Summariser | null; readonly warm: readonly Message[] | null }

/** C8, C19 a model of its own, or the chat's own model where a warm cache makes that cheaper. Nobody waits for ever. */
export function chooseSummariser({ engine }: Scope, moment: Moment, plan: JobPlan): Chosen {
  const { pace = 'usual' } = plan.ask
  if (pace === 'at-once') return { summariser: null, warm: null }
  const apart = engine.models.summariser(moment.speaker.name, pace)
  const sharing = apart === null ? null : sharingWhenCheaper(engine, moment, plan, apart.model)
  const summariser = sharing ?? apart
  return {
    summariser: summariser === null ? null : hurry(summariser, patienceMs(plan.ask), engine.clock),
    warm: sharing === null ? null : modelMessages(moment.view),
  }
}

function sharingWhenCheaper(
  { models }: Scope['engine'],
  { speaker, cache, status, branch, policy }: Moment,
  { decision, ask }: JobPlan,
  apart: string,
): Summariser | null {
  const [blank] = decision.blanks
  // C18 by hand the originals are read again, and those are not in the chat's request.
  if (speaker.sharing === undefined || cache.state !== 'warm' || ask.trigger === 'person' || ask.pace === 'fast')
    return null
  if (blank?.type !== 'summary') return null
  const [chat, summariser] = [models.prices(speaker.name), models.prices(apart)]
  if (chat === null || summariser === null) return null
  const folding = branch.filter(entry => entry.type === 'message' && within(blank.span, entry.depth))
  const span = folding.reduce((sum, entry) => sum + (entry.type === 'message' ? entry.count : 0), 0)
  const forms = { view: status.used, cached: cache.tokens, span, summary: policy.maxTokens, chat, summariser }
  return cheaperForm(forms) === 'warm' ? speaker.sharing : null
}

/** Whoever waits is served by the next rung instead; for a saving nobody waits long. */
function patienceMs({ pace, by, trigger }: JobPlan['ask']): number {
  if (pace === 'fast') return 10_000
  if (trigger === 'cold-cache') return 20_000
  return by === 'limit' ? 60_000 : 120_000
}
