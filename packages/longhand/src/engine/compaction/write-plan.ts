import { activeCompaction, activeFolds, append, type Branch, messagesOf } from '../../core/branch.ts'
import type { MessageEntry } from '../../core/entry.ts'
import { LonghandError } from '../../core/errors.ts'
import { foldMessage, isHiddenBy, type PlannedFold, type TextFold } from '../../core/fold.ts'
import { type FoldBudget, foldBudget, partOf, type TextLength, withoutProse } from '../../core/fold-budget.ts'
import { splitFoldTexts } from '../../core/fold-texts.ts'
import { dueTokens, goalOf } from '../../core/goal.ts'
import type { Json } from '../../core/json.ts'
import { compaction } from '../../core/plan.ts'
import type { Receipt } from '../../core/receipt.ts'
import { contains, covers, type Span, spanSearch } from '../../core/span.ts'
import { view } from '../../core/view.ts'
import { roomOf } from '../../core/window.ts'
import type { Scope } from '../engine.ts'
import type { Place } from '../ports/store-conversations.ts'
import { emitTrouble } from '../report-bug.ts'
import { readSnapshot, type Snapshot } from '../snapshot.ts'
import { type ChosenSummariser, chooseSummariser } from './choose-summariser.ts'
import { deadlineMs, withDeadline } from './deadline.ts'
import type { Drafted } from './draft-outcome.ts'
import type { FoldJob, FoldTools } from './fold-job.ts'
import type { CompactionDraft, JobPlan, KeptProse } from './job.ts'
import { isForLater } from './kept-prose.ts'
import { personLines } from './person-lines.ts'
import type { SliceKeeper } from './selected-slice.ts'
import { unreadFold } from './unread-fold.ts'
import { personText, type Written, type WrittenFold, writeFold } from './write-fold.ts'
import { writeReceipt } from './write-receipt.ts'

/** Writes every blank of a plan from the originals, and the entry that would make the texts count. */
export const writePlan = (scope: Scope, task: PlanToWrite, signal: AbortSignal): Promise<CompactionDraft> =>
  withDeadline(scope.engine.clock, deadlineMs(task.plan.options, scope.engine.maxWaitMs), deadline =>
    writeFolds(scope, task, { signal, deadline }),
  )

async function writeFolds(
  scope: Scope,
  { id, plan, at, slices, onWait, onProse }: PlanToWrite,
  signals: Signals,
): Promise<CompactionDraft> {
  const { decision, options } = plan
  const { store, conversation, engine } = scope
  const startedAt = engine.clock.now()
  const { branch } = await store.entries.branch(conversation, at)
  const snapshot = await readSnapshot(scope)
  const chosen = await chooseSummariser(scope, snapshot, plan)
  const proseOf = keptProseOf(snapshot, plan, at)
  const tools = {
    ...toolsOf(scope, chosen, signals),
    ...(slices && { slices }),
    ...(onWait && { onWait }),
    ...(onProse && plan.kept?.as !== 'prose' && { onDraft: (drafted: Drafted) => onProse(proseOf(drafted)) }),
  }
  const source = options.trigger === 'person' || (await isInOriginalWords(scope, branch)) ? 'originals' : 'last-summary'
  const whole = foldBudgetOf(scope, snapshot, plan)
  const budget = chosen.summariser === null && plan.kept?.as !== 'prose' ? withoutProse(whole) : whole
  const shares = sharesOf(branch, decision.planned)
  const written: Written[] = []
  let refused: Rejected | null = null
  const own = options.text === undefined ? null : splitFoldTexts(options.text, decision.planned.length)
  for (const [index, blank] of decision.planned.entries()) {
    signals.signal.throwIfAborted()
    const share = partOf(budget, shares[index]!)
    const task: Task = { ...plan, branch, snapshot, budget: share, chosen, blank, at, source }
    const fold = await (plan.unread
      ? unreadFold({ blank, branch, previous: previousIn(branch, blank), tag: snapshot.policy.tag }, tools)
      : writeRead(await jobOf(scope, task), tools, own?.[index] ?? null))
    if (fold.type === 'written') written.push(fold)
    // A run that is shorter than any text about it stays as it is while others are folded.
    else if (fold.reason !== 'not-smaller') throw rejection(fold)
    else refused = fold
  }
  if (written.length === 0) throw rejection(refused!)
  const trouble = written.find(one => one.trouble != null)?.trouble
  if (trouble) emitTrouble(scope, trouble)
  const done = onlyWritten(branch, decision, written)
  const entry = compaction(
    branch,
    done,
    written.map(({ fold }) => fold),
  )
  const durationMs = engine.clock.now() - startedAt
  const made = { id, decision: done, options, entry, written, snapshot, durationMs }
  const [said] = written.map(({ prose }) => prose)
  return {
    entry,
    receipt: writeReceipt(made, engine.models),
    // Its cost is on this receipt, and on no later one.
    ...(said && decision.planned.length === 1 && { prose: { ...proseOf(said), calls: 0, usage: [] } }),
  }
}

const writeRead = (job: FoldJob, tools: FoldTools, own: string | null): Promise<WrittenFold> =>
  own === null ? writeFold(job, tools) : personText(job, tools, own)

/** The summariser's words with what they tell of, for folds to come. */
const keptProseOf =
  ({ conversation }: Snapshot, { decision, kept }: JobPlan, { line }: Place) =>
  ({ text, model, method, calls, usage }: Drafted): KeptProse => ({
    ...(kept?.as === 'prose'
      ? kept.prose
      : {
          span: decision.planned[0]!.span,
          line,
          epoch: conversation.epoch,
          whole: conversation.totals.tokens,
        }),
    ...{ text, model, method, calls, usage },
  })

export type PlanToWrite = {
  readonly id: string
  readonly plan: JobPlan
  readonly at: Place
  readonly slices?: SliceKeeper
  readonly onWait?: FoldTools['onWait']
  readonly onProse?: (prose: KeptProse) => Promise<void>
}

type Rejected = Extract<WrittenFold, { type: 'rejected' }>

const rejection = ({ sentence, reason, trouble }: Rejected): LonghandError =>
  new LonghandError('summariser-failed', sentence, { cause: trouble?.cause, details: { reason } })

/** What each of several texts gets of their budget: as much as it stands for. */
function sharesOf(branch: Branch, planned: readonly PlannedFold[]): readonly number[] {
  if (planned.length === 1) return [1]
  const messages = messagesOf(branch)
  const tokens = planned.map(({ span }) =>
    messages.reduce((sum, { depth, count }) => sum + (contains(span, depth) ? count : 0), 1),
  )
  const all = tokens.reduce((sum, count) => sum + count, 0)
  return tokens.map(count => count / all)
}

/** The decision without what is not worth a text; folds that stand there stay. */
function onlyWritten(branch: Branch, decision: JobPlan['decision'], written: readonly Written[]): JobPlan['decision'] {
  const textAt = spanSearch(written.map(({ fold }) => fold.span))
  const isWritten = ({ span }: { readonly span: Span }) => textAt(span) !== null
  const carried = activeFolds(branch).filter(fold => !isWritten(fold))
  return { ...decision, planned: decision.planned.filter(isWritten), carried }
}

/** Whether the text in force is made of the originals' own words. One that a person has edited is not. */
async function isInOriginalWords({ store, conversation }: Scope, branch: Branch): Promise<boolean> {
  const newest = await store.compactions.list(conversation, { limit: 5 })
  const last = newest.find(({ status }) => status === 'done')
  const since = branch.slice(branch.findIndex(({ id }) => id === last?.id) + 1)
  const isEdited = since.some(entry => entry.type === 'compaction' && entry.edits !== null)
  const { method } = (last?.receipt ?? {}) as Partial<Record<keyof Receipt, Json>>
  return !isEdited && (method === 'extract' || method === 'truncate')
}

type Task = JobPlan & {
  readonly branch: Branch
  readonly snapshot: Snapshot
  readonly chosen: ChosenSummariser
  /** Of one text. */
  readonly budget: FoldBudget
  readonly blank: PlannedFold
  readonly at: Place
  readonly source: FoldJob['source']
}

async function jobOf(
  scope: Scope,
  { branch, snapshot, budget, chosen, blank, decision, options, kept, at, source }: Task,
): Promise<FoldJob> {
  const previous = previousIn(branch, blank)
  const toRead = spanToRead(blank, previous)
  const span: MessageEntry[] = []
  // The originals, as they were said, however often they have been folded since.
  for await (const { entry } of scope.store.entries.walk(scope.conversation, { span: toRead, at }))
    if (entry.type === 'message') span.push(entry)
  const { policy } = snapshot
  const isHidden = isHiddenBy(decision.planned)
  const staying = new Set(blank.kept)
  return {
    blank,
    span: span.filter(({ depth }) => !staying.has(depth)),
    // What another blank of the plan folds is not there to be relied on.
    alsoShown: shownMessages(branch).filter(({ depth }) => !isHidden(depth)),
    previous,
    personLines: previous === null ? [] : await personLines(scope, branch, previous.text),
    // C18 by hand the originals are read again, so that summaries of summaries don't drift; what is too far back to be
    // read is only in the last one.
    source: sourceOf(toRead, blank, { kept, previous, source }),
    kept: kept ?? null,
    reading: isForLater(options) ? 'brief' : 'thorough',
    instructions: options.instructions ?? null,
    warmView: chosen.warm,
    budget,
    minRetention: policy.minRetention,
    length: lengthFor(options),
    tag: policy.tag,
    // F5 while the message still fits, a summariser that is down is no reason to take second best; a person's wish is.
    onFailure: mustEnd(options) ? 'truncate' : 'reject',
  }
}

function sourceOf(
  toRead: Span,
  { span }: PlannedFold,
  { kept, previous, source }: Pick<FoldJob, 'previous' | 'source'> & { readonly kept: JobPlan['kept'] | undefined },
): FoldJob['source'] {
  if (toRead.from > span.from) return 'last-summary'
  // C20 text that was added in the meantime is in the originals' words; they are read themselves.
  const isOlder = kept?.as === 'source' && kept.prose.span.to < (previous?.to ?? Number.POSITIVE_INFINITY)
  return isOlder ? 'last-prose' : source
}

/** What must fit, and a person's `/compact`, end with a compaction whenever one is possible. */
const mustEnd = ({ by, trigger, fallback }: JobPlan['options']): boolean =>
  by === 'limit' || (trigger === 'person' && fallback !== 'none')

/** Whoever names a size has decided how much is to be said. */
const lengthFor = ({ by }: JobPlan['options']): TextLength => (by === 'target' ? 'whole-budget' : 'enough-facts')

/** The messages of a branch as its view shows them: of outputs that were cut, only what is left counts. V13 of people's words all do. */
function shownMessages(branch: Branch): readonly MessageEntry[] {
  const trimmed = new Map(
    view(branch).flatMap(({ kind, span, message }) =>
      kind === 'trimmed' && message.role === 'tool' ? [[span.from, message]] : [],
    ),
  )
  return messagesOf(branch).map(entry => ({ ...entry, message: trimmed.get(entry.depth) ?? entry.message }))
}

/** Tokens that the texts of a plan may take together. One that is written ahead of need grows less: more is said until then. */
export function foldBudgetOf(scope: Scope, snapshot: Snapshot, { decision, options }: JobPlan): FoldBudget {
  const { policy, status } = snapshot
  const room = roomOf(status)
  const staying = stayingTokens(scope, snapshot, decision)
  const folding = Math.max(0, status.used - staying)
  const digested = decision.strategy === 'digest' ? folding : 0
  const getsUnder = options.by === 'limit' ? 'limit' : 'threshold'
  // C21 whoever condenses by hand, or by the number of messages, wants it short.
  const isFull = options.trigger !== 'person' && status.used > goalOf(policy, room, staying).tokens
  const maxLines = isFull ? Math.floor(folding * maxShareOfFolded) : 0
  const budget = foldBudget(policy, room, { staying, maxLines, digested, length: lengthFor(options), getsUnder })
  const toCome = options.when === 'at-threshold' ? Math.max(0, dueTokens(policy, room) - status.used) : 0
  return { ...budget, maxLedger: Math.max(budget.ledger, budget.maxLedger - toCome) }
}

/** What lines beyond the facts may take of what they stand for. */
const maxShareOfFolded = 0.5

/** All that is new, and of what was folded before as much as can be read in a moment, however long the conversation is. */
function spanToRead({ span }: PlannedFold, previous: FoldJob['previous']): Span {
  if (previous === null) return span
  return { from: Math.max(span.from, Math.min(previous.to + 1, span.to - maxRead + 1)), to: span.to }
}

const maxRead = 2_000

/** Tokens of the view that stay whatever is written: what is around the texts belongs to them. */
function stayingTokens({ engine }: Scope, snapshot: Snapshot, decision: JobPlan['decision']): number {
  const { branch, reading, policy } = snapshot
  const empty = decision.planned.map((blank): TextFold => {
    const fold: TextFold = { ...blank, text: '', tag: policy.tag, count: 0 }
    return { ...fold, count: engine.meter.count(foldMessage(fold)) }
  })
  const after = append(branch, compaction(branch, decision, empty), 'planned')
  return engine.meter.measure({ ...reading, view: view(after), anchor: null }).used
}

/** The texts in force that this blank replaces. */
function previousIn(branch: Branch, { span }: PlannedFold): FoldJob['previous'] {
  const replaced = (activeCompaction(branch)?.folds ?? []).filter(
    (fold): fold is TextFold => fold.type !== 'trim' && covers(span, fold.span),
  )
  if (replaced.length === 0) return null
  return {
    text: replaced.map(({ text }) => text).join('\n\n'),
    to: replaced.reduce((last, { span }) => Math.max(last, span.to), 0),
  }
}

type Signals = Pick<FoldTools, 'signal' | 'deadline'>

function toolsOf({ engine }: Scope, { summariser, missing }: ChosenSummariser, signals: Signals): FoldTools {
  return {
    summariser,
    missing,
    meter: engine.meter,
    clock: engine.clock,
    newFence: () => engine.newId().replaceAll('-', '').slice(0, 12),
    random: Math.random,
    ...signals,
    ...(engine.runTask && { runTask: engine.runTask }),
  }
}
