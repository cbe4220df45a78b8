import { type Branch, messagesOf } from '../../core/branch.ts'
import { isHiddenBy } from '../../core/fold.ts'
import { joinFoldTexts } from '../../core/fold-texts.ts'
import { newFolds } from '../../core/plan.ts'
import type { Choice } from '../../core/plan-request.ts'
import type { Scope } from '../engine.ts'
import type { Conversation } from '../ports/store-conversations.ts'
import type { Snapshot } from '../snapshot.ts'
import type { CompactionOptions, JobPlan, PreviewedDraft } from './job.ts'
import { offerOf } from './offer.ts'

/** C14 keeps what a preview shows, so that it need not be written and paid for once more when it is accepted. */
export function rememberPreviewed({ engine: { previewed: shown }, conversation }: Scope, draft: PreviewedDraft): void {
  shown.delete(conversation)
  shown.set(conversation, draft)
  if (shown.size > maxPreviewed) shown.delete(shown.keys().next().value!)
}

const maxPreviewed = 100

/**
 * What a person accepts who sends a text back as they have read it: the offer that lies ready, or the draft of
 * the last preview, with the receipt of whoever wrote it. Null when the words are their own.
 */
export async function acceptedDraft(
  scope: Scope,
  { branch, conversation }: Snapshot,
  options: CompactionOptions,
): Promise<{ readonly type: 'offer' } | ({ readonly type: 'draft' } & PreviewedDraft) | null> {
  if (options.text === undefined) return null
  const offer = await offerOf(scope, conversation)
  if (offer !== null && isAcceptedBy(branch, options, offer)) return { type: 'offer' }
  const shown = scope.engine.previewed.get(scope.conversation)
  if (shown === undefined || !stillHolds(shown, conversation) || !isAcceptedBy(branch, options, shown)) return null
  return { type: 'draft', ...shown }
}

const stillHolds = ({ on }: PreviewedDraft, { head, epoch }: Conversation): boolean =>
  on.head.compaction === head.compaction && on.epoch === epoch

function isAcceptedBy(
  branch: Branch,
  options: CompactionOptions,
  { plan, draft }: Pick<PreviewedDraft, 'plan' | 'draft'>,
) {
  const { decision } = plan
  if ((options.strategy ?? decision.strategy) !== decision.strategy) return false
  return (
    isSameChoice(branch, options.choice, plan) &&
    options.text === joinFoldTexts(newFolds(decision, draft.entry.folds).map(({ text }) => text))
  )
}

/** Whether the same messages are meant: as they were chosen, or by the last one that folds. */
function isSameChoice(branch: Branch, choice: Choice | undefined, { decision, options }: JobPlan): boolean {
  if (choice === undefined || JSON.stringify(choice) === JSON.stringify(options.choice)) return true
  const isHidden = isHiddenBy(decision.planned)
  const last = messagesOf(branch).findLast(({ depth }) => isHidden(depth))
  return choice.type === 'up-to' && choice.number === last?.number
}
