import { append, type Branch, inForce, messagesOf } from '../../core/branch.ts'
import { LonghandError } from '../../core/errors.ts'
import type { Blank, TextFold } from '../../core/fold.ts'
import { type FoldBudget, foldBudget, partOf } from '../../core/fold-budget.ts'
import { splitText } from '../../core/fold-texts.ts'
import { hiddenBy } from '../../core/hidden-by.ts'
import { compaction } from '../../core/plan.ts'
import { covers, type Span } from '../../core/span.ts'
import { view } from '../../core/view.ts'
import type { Scope } from '../engine.ts'
import { failpoint } from '../failpoint.ts'
import type { Place } from '../ports/store-conversations.ts'
import { look, type Moment } from '../snapshot.ts'
import type { CompactionDraft } from './carry-out.ts'
import { type Chosen, chooseSummariser } from './choose-summariser.ts'
import type { JobPlan } from './compactor.ts'
import { askOf } from './job-ask.ts'
import { ownWords } from './person-text.ts'
import { readSpan } from './read-span.ts'
import { type FoldJob, type FoldTools, type WrittenFold, writeFold } from './write-fold.ts'
import { writeReceipt } from './write-receipt.ts'

/** Writes every blank of a plan from the originals, and the entry that would make the texts count. */
export async function writePlan(
  scope: Scope,
  { id, plan, at }: PlanToWrite,
  signal: AbortSignal,
): Promise<CompactionDraft> {
  const { decision, ask } = plan
  const { store, conversation, engine } = scope
  const startedAt = engine.clock.now()
  await failpoint('compaction.read')
  const { branch } = await store.entries.branch(conversation, at)
  const moment = await look(scope)
  const chosen = chooseSummariser(scope, moment, plan)
  const tools = toolsOf(scope, chosen, signal)
  const source = ask.trigger === 'person' || (await isHasty(scope, branch)) ? 'originals' : 'last-summary'
  const written: Written[] = []
  const own = ask.text === undefined ? null : splitText(ask.text, decision.blanks.length)
  for (const [index, blank] of decision.blanks.entries()) {
    signal.throwIfAborted()
    const job = await jobOf(scope, { branch, moment, chosen, blank, decision, ask, at, source })
    await failpoint('compaction.write')
    written.push(accepted(await (own === null ? writeFold(job, tools) : ownWords(job, tools, own[index]!))))
  }
  const entry = compaction(
    branch,
    decision,
    written.map(({ fold }) => fold),
  )
  const durationMs = engine.clock.now() - startedAt
  return { entry, receipt: writeReceipt({ id, decision, ask, entry, written, moment, durationMs }, engine.models) }
}

export type PlanToWrite = { readonly id: string; readonly plan: JobPlan; readonly at: Place }

export type Written = Extract<WrittenFold, { type: 'written' }>

function accepted(written: WrittenFold): Written {
  if (written.type === 'written') return written
  throw new LonghandError('summariser-failed', written.sentence, { details: { reason: written.reason } })
}

/** Whether the text in force was made without a model, because nobody could wait for one. A person's own words are not. */
async function isHasty({ store, conversation }: Scope, branch: Branch): Promise<boolean> {
  await failpoint('compaction.before')
  const newest = await store.compactions.list(conversation, { limit: 5 })
  const last = newest.find(({ status }) => status === 'done')
  const since = branch.slice(branch.findIndex(({ id }) => id === last?.id) + 1)
  const isEdited = since.some(entry => entry.type === 'compaction' && entry.edits !== null)
  return !isEdited && last !== undefined && askOf(last).pace === 'at-once'
}

type Task = JobPlan & {
  readonly branch: Branch
  readonly moment: Moment
  readonly chosen: Chosen
  readonly blank: Blank
  readonly at: Place
  readonly source: FoldJob['source']
}

async function jobOf(
  scope: Scope,
  { branch, moment, chosen, blank, decision, ask, at, source }: Task,
): Promise<FoldJob> {
  const previous = previousIn(branch, blank)
  const span = await readSpan(scope, spanToRead(blank, previous), at)
  const { policy } = moment
  const isHidden = hiddenBy(decision.blanks)
  const kept = new Set(blank.kept)
  return {
    blank,
    span: span.filter(({ depth }) => !kept.has(depth)),
    // What another blank of the plan folds is not there to be relied on.
    beside: messagesOf(branch).filter(({ depth }) => !isHidden(depth)),
    previous,
    // C18 by hand the originals are read again, so that summaries of summaries don't drift.
    source,
    instructions: ask.instructions ?? null,
    warm: chosen.warm,
    budget: partOf(foldBudgetOf(scope, moment, decision), decision.blanks.length),
    least: policy.minRetention,
    tag: policy.tag,
    // F5 while the message still fits, a summariser that is down is no reason to take second best.
    otherwise: ask.by === 'limit' ? 'truncate' : 'reject',
  }
}

/** Tokens that the texts of a plan may take together. */
export function foldBudgetOf(scope: Scope, moment: Moment, decision: JobPlan['decision']): FoldBudget {
  const { policy, status } = moment
  return foldBudget(policy, status.window ?? unknownWindow, stayingTokens(scope, moment, decision))
}

const unknownWindow = 128_000

/** All that is new, and of what was folded before as much as can be read in a moment, however long the conversation is. */
function spanToRead({ span }: Blank, previous: FoldJob['previous']): Span {
  if (previous === null) return span
  return { from: Math.max(span.from, Math.min(previous.to + 1, span.to - mostRead + 1)), to: span.to }
}

const mostRead = 2_000

/** Tokens of the view that stay whatever is written. */
function stayingTokens({ engine }: Scope, { branch, reading }: Moment, decision: JobPlan['decision']): number {
  const empty = decision.blanks.map((blank): TextFold => ({ ...blank, text: '', tag: 'summary', count: 0 }))
  const after = append(branch, compaction(branch, decision, empty), 'planned')
  return engine.meter.measure({ ...reading, branch: after, view: view(after), anchor: null }).used
}

/** The texts in force that this blank replaces. */
function previousIn(branch: Branch, { span }: Blank): FoldJob['previous'] {
  const replaced = (inForce(branch)?.folds ?? []).filter(
    (fold): fold is TextFold => fold.type !== 'trim' && covers(span, fold.span),
  )
  if (replaced.length === 0) return null
  return {
    text: replaced.map(({ text }) => text).join('\n\n'),
    to: replaced.reduce((last, { span }) => Math.max(last, span.to), 0),
  }
}

function toolsOf({ engine }: Scope, { summariser }: Chosen, signal: AbortSignal): FoldTools {
  return {
    summariser,
    meter: engine.meter,
    clock: engine.clock,
    newFence: () => engine.newId().replaceAll('-', '').slice(0, 12),
    chance: Math.random,
    signal,
    ...(engine.runTask && { runTask: engine.runTask }),
  }
}
