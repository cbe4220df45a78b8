import type { Message } from '../../core/message.ts'
import { cheaperRequest } from '../../core/money.ts'
import { contains } from '../../core/span.ts'
import { modelMessages } from '../../core/view.ts'
import type { Scope } from '../engine.ts'
import type { Summariser } from '../ports/summariser.ts'
import type { Snapshot } from '../snapshot.ts'
import type { JobPlan } from './job.ts'

/** Who writes a compaction, and what of the chat's own request theirs begins with; null when they are asked apart. */
export type ChosenSummariser = { readonly summariser: Summariser | null; readonly warm: readonly Message[] | null }

/** C8, C19 a model of its own, or the chat's own model where a warm cache makes that cheaper. */
export function chooseSummariser({ engine }: Scope, snapshot: Snapshot, plan: JobPlan): ChosenSummariser {
  const { pace = 'usual' } = plan.options
  if (pace === 'at-once') return { summariser: null, warm: null }
  const apart = engine.models.summariser(snapshot.chatModel.name, pace)
  const warmSummariser = apart === null ? null : warmWhenCheaper(engine, snapshot, plan, apart.model)
  return {
    summariser: warmSummariser ?? apart,
    warm: warmSummariser === null ? null : modelMessages(snapshot.view),
  }
}

function warmWhenCheaper(
  { models }: Scope['engine'],
  { chatModel, cache, status, branch, policy }: Snapshot,
  { decision, options }: JobPlan,
  apart: string,
): Summariser | null {
  const [blank] = decision.planned
  // C18 by hand the originals are read again, and those are not in the chat's request.
  if (
    chatModel.warmSummariser === undefined ||
    cache.state !== 'warm' ||
    options.trigger === 'person' ||
    options.pace === 'fast'
  )
    return null
  if (blank?.type !== 'summary') return null
  const [chat, summariser] = [models.prices(chatModel.name), models.prices(apart)]
  if (chat === null || summariser === null) return null
  const folding = branch.filter(entry => entry.type === 'message' && contains(blank.span, entry.depth))
  const span = folding.reduce((sum, entry) => sum + (entry.type === 'message' ? entry.count : 0), 0)
  const forms = { view: status.used, cached: cache.tokens, span, summary: policy.maxTokens, chat, summariser }
  return cheaperRequest(forms) === 'warm' ? chatModel.warmSummariser : null
}
