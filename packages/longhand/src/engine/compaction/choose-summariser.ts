import type { WarningCode } from '../../core/compaction-warning.ts'
import type { Message } from '../../core/message.ts'
import { cheaperRequest } from '../../core/money.ts'
import { contains } from '../../core/span.ts'
import { modelMessages } from '../../core/view.ts'
import type { Scope } from '../engine.ts'
import type { Summariser } from '../ports/summariser.ts'
import type { Snapshot } from '../snapshot.ts'
import { warningFor } from './ask-for-draft.ts'
import { readBreaker } from './breaker.ts'
import type { JobPlan } from './job.ts'

/** Who writes a compaction, and what of the chat's own request theirs begins with; null when they are asked apart. */
export type ChosenSummariser = {
  readonly summariser: Summariser | null
  readonly warm: readonly Message[] | null
  /** Why there is none although someone is meant to write; null otherwise. */
  readonly missing: WarningCode | null
}

/** C8, C19 a model of its own, or the chat's own model where a warm cache makes that cheaper; nobody without the key that is to pay. */
export async function chooseSummariser(scope: Scope, snapshot: Snapshot, plan: JobPlan): Promise<ChosenSummariser> {
  const { engine } = scope
  if (plan.kept?.as === 'prose') return { ...none, missing: null }
  const { pace = 'usual' } = plan.options
  if (plan.keys === 'client' && engine.models.keys !== 'client') return { ...none, missing: null }
  const wanted = [snapshot.chatModel.name, pace === 'fast' ? 'fast' : 'usual'] as const
  const apart = engine.models.summariser(...wanted)
  const isMissing = apart === null && engine.models.lacksKey?.(...wanted)
  if (isMissing) return { ...none, missing: 'summariser-key' }
  if (pace === 'at-once') return { ...none, missing: isUnasked(apart) ? await whyUnasked(scope) : null }
  const warmSummariser = apart === null ? null : warmWhenCheaper(engine, snapshot, plan, apart.model)
  return {
    summariser: warmSummariser ?? apart,
    warm: warmSummariser === null ? null : chatMessages(snapshot),
    missing: null,
  }
}

/** The chat's request begins with the person's instructions, and theirs must begin as it does. */
function chatMessages({ view, instructions }: Snapshot): readonly Message[] {
  if (instructions === null) return modelMessages(view)
  return [{ role: 'system', parts: [{ type: 'text', text: instructions }] }, ...modelMessages(view)]
}

const none = { summariser: null, warm: null } as const

/** It may have failed when it was asked ahead of need; otherwise there was no time to ask. */
async function whyUnasked(scope: Scope): Promise<WarningCode> {
  const { failure } = await readBreaker(scope)
  return failure === null ? 'no-time' : warningFor(failure)
}

/** Whether its text would have been better than the originals' own words. */
const isUnasked = (summariser: Summariser | null): boolean => summariser !== null && summariser.quotes !== true

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
