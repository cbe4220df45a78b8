import { type Branch, messagesOf } from '../../core/branch.ts'
import { joinTexts } from '../../core/fold-texts.ts'
import { hiddenBy } from '../../core/hidden-by.ts'
import { type Choice, newFolds } from '../../core/plan.ts'
import type { Scope } from '../engine.ts'
import type { Conversation } from '../ports/store-conversations.ts'
import type { Moment } from '../snapshot.ts'
import type { CompactionDraft } from './carry-out.ts'
import type { CompactionAsk, JobPlan } from './compactor.ts'
import { offerOf } from './offer.ts'

/** A draft that a preview has shown, and what it was planned on. */
export type ShownDraft = {
  readonly plan: JobPlan
  readonly draft: CompactionDraft
  readonly on: Pick<Conversation, 'head' | 'epoch'>
}

/** C14 keeps what a preview shows, so that it need not be written and paid for once more when it is accepted. */
export function keepShown({ engine: { shown }, conversation }: Scope, draft: ShownDraft): void {
  shown.delete(conversation)
  shown.set(conversation, draft)
  if (shown.size > mostShown) shown.delete(shown.keys().next().value!)
}

const mostShown = 100

/**
 * What a person accepts who sends a text back as they have read it: the offer that lies ready, or the draft of
 * the last preview, with the receipt of whoever wrote it. Null when the words are their own.
 */
export async function readBefore(
  scope: Scope,
  { branch, conversation }: Moment,
  ask: CompactionAsk,
): Promise<{ readonly type: 'offer' } | ({ readonly type: 'draft' } & ShownDraft) | null> {
  if (ask.text === undefined) return null
  const offer = await offerOf(scope, conversation)
  if (offer !== null && isAnsweredBy(branch, ask, offer)) return { type: 'offer' }
  const shown = scope.engine.shown.get(scope.conversation)
  if (shown === undefined || !stillHolds(shown, conversation) || !isAnsweredBy(branch, ask, shown)) return null
  return { type: 'draft', ...shown }
}

const stillHolds = ({ on }: ShownDraft, { head, epoch }: Conversation): boolean =>
  on.head.compaction === head.compaction && on.epoch === epoch

function isAnsweredBy(branch: Branch, ask: CompactionAsk, { plan, draft }: Pick<ShownDraft, 'plan' | 'draft'>) {
  const { decision } = plan
  if ((ask.strategy ?? decision.strategy) !== decision.strategy) return false
  return (
    isSameChoice(branch, ask.choice, plan) &&
    ask.text === joinTexts(newFolds(decision, draft.entry.folds).map(({ text }) => text))
  )
}

/** Whether the same messages are meant: as they were chosen, or by the last one that folds. */
function isSameChoice(branch: Branch, choice: Choice | undefined, { decision, ask }: JobPlan): boolean {
  if (choice === undefined || JSON.stringify(choice) === JSON.stringify(ask.choice)) return true
  const isHidden = hiddenBy(decision.blanks)
  const last = messagesOf(branch).findLast(({ depth }) => isHidden(depth))
  return choice.type === 'up-to' && choice.number === last?.number
}
