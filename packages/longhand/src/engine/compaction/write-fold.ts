import { foldMessage, isKeptIn, type TextFold } from '../../core/fold.ts'
import { withMoreLedger, withoutProse } from '../../core/fold-budget.ts'
import { type GateReason, gateReasons } from '../../core/gate-reason.ts'
import type { Receipt, WritingMethod } from '../../core/receipt.ts'
import { withoutFileBytes } from '../../core/without-file-bytes.ts'
import type { Extract } from '../../facts/extract.ts'
import { type Retention, retentionAmong } from '../../facts/retention.ts'
import { parseSections } from '../../facts/sections.ts'
import { taskRunner } from '../long-work/run-task.ts'
import { yieldIfMany } from '../long-work/yield-to-event-loop.ts'
import type { Usage } from '../ports/chat-model.ts'
import { askForDraft, keptDraft, notSmaller } from './ask-for-draft.ts'
import type { Drafted, DraftFailure, DraftOutcome } from './draft-outcome.ts'
import type { FoldJob, FoldTools } from './fold-job.ts'
import { countsIn, keptMark, proseMark, truncationMark } from './fold-marks.ts'
import { selectSpan } from './select-span.ts'

export type WrittenFold = FoldReport &
  (
    | {
        readonly type: 'written'
        readonly fold: TextFold
        readonly method: WritingMethod
        readonly retention: Retention
        /** The summariser's own words in it; null when there are none. */
        readonly prose: Drafted | null
      }
    | { readonly type: 'rejected'; readonly reason: DraftFailure; readonly sentence: string }
  )

export type Written = WrittenFold & { readonly type: 'written' }

export type FoldReport = {
  /** Who wrote the prose; null when nobody did. */
  readonly model: string | null
  readonly calls: number
  readonly usage: readonly Usage[]
  readonly gates: Receipt['gates']
  readonly warnings: Receipt['warnings']
  /** What a summariser threw whose words are missing here, and the sentence about it. */
  readonly trouble?: { readonly sentence: string; readonly cause: unknown } | null
}

/** The share of the facts at which a text is long enough, unless it must keep more. */
const enough = 0.97

/** The share of a text that is whole lines, even where that leaves facts out. The first one has room for both. */
const minLines = 0.6

/** What a text may take of the tokens that it replaces. */
const maxShareOfOriginals = 0.75

/** Writes a blank: asks for a draft, holds it against the originals, adds what is missing. It counts when it is stored. */
export async function writeFold(given: FoldJob, tools: FoldTools): Promise<WrittenFold> {
  const job = withoutFiles(given)
  await yieldIfMany(job.span)
  const drafted = await draftOf(job, tools)
  if (drafted.type === 'drafted') await tools.onDraft?.(drafted)
  if (
    drafted.type === 'failed' &&
    (tools.signal.aborted || (tools.summariser !== null && job.onFailure === 'reject'))
  ) {
    return { ...reportOf(drafted, []), type: 'rejected', reason: drafted.reason, sentence: drafted.sentence }
  }
  // Words of the originals get the room that the summariser's would have taken.
  const isInstead = drafted.type === 'failed' && (tools.summariser !== null || job.kept?.as === 'prose')
  if (isInstead) return complete({ ...job, budget: withoutProse(job.budget) }, tools, drafted)
  const unused = drafted.type === 'drafted' ? Math.max(0, job.budget.prose - tools.meter.countText(drafted.text)) : 0
  return complete({ ...job, budget: withMoreLedger(job.budget, unused) }, tools, drafted)
}

async function draftOf(job: FoldJob, tools: FoldTools): Promise<DraftOutcome> {
  if (job.kept?.as === 'prose') return keptDraft(job, tools)
  return tools.summariser === null ? undrafted(tools) : askForDraft(job, tools)
}

/** C14 a text that the person wrote or edited after a preview: taken as it is, and measured like any other. */
export async function personText(job: FoldJob, tools: FoldTools, text: string): Promise<Written> {
  const { blank, span, alsoShown, tag } = withoutFiles(job)
  const staying = new Set(alsoShown.map(({ number }) => number))
  const messages = [...span, ...alsoShown].toSorted((a, b) => a.number - b.number)
  const wanted = { messages, staying, prose: text, budget: 0, targetRetention: 0 }
  const { retention } = await taskRunner(tools)('extract', wanted)
  const fold = await countedFold({ ...blank, text, tag, count: 0 }, tools)
  return {
    type: 'written',
    fold,
    method: 'summary',
    model: null,
    retention,
    prose: null,
    calls: 0,
    usage: [],
    gates: [],
    warnings: [],
  }
}

/** The same job without the bytes of files, which no text is made of and every thread would get a copy of. */
const withoutFiles = (job: FoldJob): FoldJob => ({
  ...job,
  span: job.span.map(withoutFileBytes),
  alsoShown: job.alsoShown.map(withoutFileBytes),
})

const undrafted = ({ missing }: FoldTools): DraftOutcome => ({
  type: 'failed',
  reason: 'no-summariser',
  sentence: 'There is none.',
  calls: 0,
  usage: [],
  warnings: missing === null ? [] : [missing],
})

async function complete(job: FoldJob, tools: FoldTools, drafted: DraftOutcome): Promise<WrittenFold> {
  const prose = drafted.type === 'drafted' ? drafted.text : null
  const runTask = taskRunner(tools)
  // Where nothing was written before, there is nothing to carry.
  const carried =
    job.previous === null ? [] : await runTask('carriedConstraints', { text: job.previous.text, messages: job.span })
  const mark = keptMark(job) + (prose === null ? '' : proseMark(job))
  const longest = mayShorten(job) ? truncationMark(job, { leftOut: 99_999, facts: 99_999 }) + mark : mark
  const markTokens = longest === '' ? 0 : tools.meter.countText(longest)
  // A text that leaves facts out has all the room there is, and its mark is part of it.
  const maxLedger = Math.min(job.budget.maxLedger - markTokens, Math.floor(replaced(job) * maxShareOfOriginals))
  // Half as long as the originals it is hardly a summary of them, and gets longer only to keep facts, or to fill a size
  // that someone named.
  const summaryLength = job.length === 'whole-budget' ? maxLedger : Math.floor(replaced(job) / 2)
  const budget = Math.min(job.budget.ledger, maxLedger, summaryLength)
  const written = personLinesIn(
    job.personLines.filter(line => prose?.includes(line) !== true),
    maxLedger / 2,
    tools,
  )
  const kept = job.span.filter(isKeptIn(job.blank))
  const typedBudget = job.length === 'whole-budget' ? 0 : maxLedger - budget
  const { messages, facts } = await selectSpan(job, { budget, typedBudget }, tools)
  const extracted = await runTask('extract', {
    messages: [...messages, ...job.alsoShown].toSorted((a, b) => a.number - b.number),
    staying: new Set([...kept, ...job.alsoShown].map(({ number }) => number)),
    prose,
    carried: [...new Set([...carried, ...written])],
    budget,
    minBudget: Math.min(budget, job.budget.minLedger),
    maxBudget: maxLedger,
    ...(job.length === 'whole-budget'
      ? { targetRetention: 1 }
      : { targetRetention: Math.max(enough, job.minRetention), minRetention: job.minRetention, typedBudget }),
    minLines: job.previous === null ? 0 : minLines,
  })
  const found = facts === null ? extracted : { ...extracted, retention: retentionAmong(extracted.retention, facts) }
  const report = reportOf(drafted, prose === null ? [] : supplied(prose, found, { carried, least: job.minRetention }))
  const short = found.retention.required < job.minRetention
  if (short && !mayShorten(job)) return { ...report, ...rejected('facts-missing') }
  const text = found.text === '' ? '' : mark + found.text
  const isMarked = short || (mayShorten(job) && found.retention.share < job.minRetention)
  const fold = await foldOf(job, tools, isMarked ? truncationMark(job, countsIn(found.retention)) + text : text)
  if (fold.count >= replaced(job)) return { ...report, ...rejected('not-smaller') }
  const method = drafted.type === 'drafted' ? drafted.method : short ? 'truncate' : 'extract'
  const warnings = short ? [...report.warnings, 'truncated' as const] : report.warnings
  const said = drafted.type === 'drafted' ? drafted : null
  return { ...report, type: 'written', fold, method, retention: found.retention, prose: said, warnings }
}

/**
 * A conversation that goes on for ever comes to hold more facts than any text has room for. Those of its first part must
 * fit; later on the room is filled with the ones that are worth most, and the text says how many it leaves out.
 */
const mayShorten = ({ onFailure: otherwise, previous, length }: FoldJob): boolean =>
  otherwise === 'truncate' || previous !== null || length === 'whole-budget'

/** C22 as many of the lines that people have written as fit, so that what was said since has room as well. */
function personLinesIn(lines: readonly string[], budget: number, { meter }: FoldTools): readonly string[] {
  let tokens = 0
  return lines.filter(line => {
    const own = meter.countText(`${line}\n`)
    if (tokens + own > budget) return false
    tokens += own
    return true
  })
}

/** What the prose lacked and the originals supplied. */
function supplied(
  prose: string,
  { proseRetention }: Extract,
  { carried, least }: { readonly carried: readonly string[]; readonly least: number },
): readonly GateReason[] {
  const told = new Set(parseSections(prose).map(({ name }) => name))
  const constraints = proseRetention.kinds.constraint
  const lost = constraints !== undefined && constraints.kept < constraints.total
  return [
    ...(told.has('goal') && told.has('state') ? [] : ['sections-missing' as const]),
    ...(lost || carried.some(line => !prose.includes(line)) ? ['constraint-lost' as const] : []),
    ...(proseRetention.required < least ? ['facts-missing' as const] : []),
  ]
}

function reportOf(drafted: DraftOutcome, added: readonly GateReason[]): FoldReport {
  const { type, calls, usage, warnings } = drafted
  const repaired = new Set(type === 'drafted' ? [...drafted.repaired, ...added] : [])
  const gates = gateReasons.map(gate => ({ gate, outcome: repaired.has(gate) ? 'repaired' : 'passed' }) as const)
  const model = type === 'drafted' ? drafted.model : null
  const { sentence, cause } = type === 'failed' ? drafted : { sentence: '', cause: undefined }
  const trouble = cause === undefined ? null : { sentence, cause }
  return { model, calls, usage, gates: type === 'drafted' ? gates : [], warnings, trouble }
}

const rejected = (reason: 'facts-missing' | 'not-smaller') =>
  ({ type: 'rejected', reason, sentence: sentences[reason] }) as const

const sentences = {
  'facts-missing': 'Too many facts would be lost in the room there is. Give it more room, or fold less.',
  'not-smaller': notSmaller,
} as const

async function foldOf({ blank, tag, span }: FoldJob, tools: FoldTools, said: string): Promise<TextFold> {
  // Messages that only repeat what the view still shows leave nothing to say; a fold never says nothing.
  const text =
    said.trim() === '' ? `¶ ${span[0]?.number}–${span.at(-1)?.number} said nothing that is not said elsewhere.` : said
  return countedFold({ ...blank, text, tag, count: 0 }, tools)
}

/** A fold with the tokens of its text, which may be as long as a person wants it. */
export async function countedFold(fold: TextFold, tools: FoldTools): Promise<TextFold> {
  const [count] = await taskRunner(tools)('counts', [foldMessage(fold)])
  return { ...fold, count: count! }
}

/** Tokens that the text takes the place of. */
function replaced({ span, blank }: FoldJob): number {
  const isKept = isKeptIn(blank)
  return span.reduce((sum, entry) => (isKept(entry) ? sum : sum + entry.count), 0)
}
