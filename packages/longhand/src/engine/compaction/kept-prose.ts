import { activeFolds, type Branch } from '../../core/branch.ts'
import type { Fold } from '../../core/fold.ts'
import { asJson } from '../../core/json.ts'
import { sameJson } from '../../core/same-json.ts'
import { covers } from '../../core/span.ts'
import type { Scope } from '../engine.ts'
import type { Snapshot } from '../snapshot.ts'
import type { CompactionOptions, JobPlan, KeptProse, LateProse } from './job.ts'
import { isDraft, isLateProse } from './parse-job.ts'

/**
 * C20 how many times what the view holds must have been said since a summariser was asked before it is asked again. By the
 * view and not by the window: a person may want it folded long before a window is full.
 */
const minNewViews = 4

/** C20 the plan of an automatic compaction with the prose that it can be written around, or that is read before a new one. */
export async function withKeptProse(scope: Scope, snapshot: Snapshot, plan: JobPlan): Promise<JobPlan> {
  const { decision, options } = plan
  const [blank] = decision.planned
  if (!isForLater(options)) return plan
  if (decision.strategy !== 'summary' || decision.planned.length > 1) return plan
  const { conversation, status } = snapshot
  const late = await lateProse(scope)
  const found = await proseInForce(scope, snapshot, late)
  const prose = found !== null && covers(blank!.span, found.span) ? found : null
  if (options.pace !== 'at-once') {
    const asked = [prose?.whole ?? [], late?.prose === null ? late.whole : []].flat()
    const isDue = asked.every(whole => conversation.totals.tokens - whole >= minNewViews * status.used)
    if (isDue) return prose === null ? plan : { ...plan, kept: { as: 'source', prose } }
    // One that is being written is waited for; what is to be folded before is folded without it.
    if (prose === null) return { ...plan, options: { ...options, pace: 'at-once' } }
  }
  return prose === null ? plan : { ...plan, kept: { as: 'prose', prose } }
}

/** The newest prose about this branch: what the text in force was written around, or what came since. */
async function proseInForce(
  scope: Scope,
  { branch, conversation }: Snapshot,
  waiting: LateProse | null,
): Promise<KeptProse | null> {
  const newest = await scope.store.compactions.list(scope.conversation, { limit: 5 })
  const draft = newest.find(({ status }) => status === 'done')?.draft ?? null
  const last = isDraft(draft) ? draft : null
  // What a person has undone or put in their own words since is not brought back.
  if (!isInForce(branch, last?.entry.folds ?? [])) return null
  const late = waiting?.prose ?? null
  const own = last?.prose ?? null
  const prose = late !== null && late.whole > (own?.whole ?? -1) ? late : own
  const { head, epoch } = conversation
  return prose !== null && prose.line === head.line && prose.epoch === epoch ? prose : null
}

function isInForce(branch: Branch, folds: readonly Fold[]): boolean {
  const texts = (all: readonly Fold[]) => all.flatMap(fold => (fold.type === 'trim' ? [] : fold.text))
  return sameJson(texts(activeFolds(branch)), texts(folds))
}

/** C20 lets go of a compaction whose summary was asked for: the words are kept, whether they have come or are still to come. */
export async function awaitProse(scope: Scope, id: string, whole: number): Promise<void> {
  if (!(await isLate(scope, id))) await put(scope, { id, whole, prose: null })
}

/** Whether a summariser's words serve other folds as well: what a person or the model wants of one is for that one. */
export const isForLater = ({ trigger, instructions }: Partial<CompactionOptions>): boolean =>
  trigger !== 'person' && trigger !== 'tool' && instructions === undefined

/** Keeps what a summariser has said, also where its own fold gains nothing; true when that was made without it. */
export async function keepProse(scope: Scope, id: string, prose: KeptProse): Promise<boolean> {
  const late = await lateProse(scope)
  const wasLate = late?.id === id && late.prose === null
  await put(scope, { id, whole: prose.whole, prose })
  return wasLate
}

export const isLate = async (scope: Scope, id: string): Promise<boolean> => (await lateProse(scope))?.id === id

/** Nobody waits any more for what did not come. */
export async function dropIfEmpty(scope: Scope, id: string): Promise<void> {
  const late = await lateProse(scope)
  if (late?.id === id && late.prose === null) await dropProse(scope)
}

export const dropProse = ({ store, conversation }: Scope): Promise<void> => store.prose.delete(conversation)

const put = ({ store, conversation }: Scope, late: LateProse): Promise<void> =>
  store.prose.put(conversation, asJson(late))

/** As it is stored, for whichever process makes the next fold. */
async function lateProse({ store, conversation }: Scope): Promise<LateProse | null> {
  const stored = await store.prose.get(conversation)
  return isLateProse(stored) ? stored : null
}
