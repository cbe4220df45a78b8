import type { WarningCode } from '../../core/compaction-warning.ts'
import type { MessageEntry } from '../../core/entry.ts'
import { isKeptIn } from '../../core/fold.ts'
import { type GateReason, gateReasons } from '../../core/gate-reason.ts'
import { tokensOf } from '../../facts/fit-transcript.ts'
import type { DraftContext } from '../../facts/judging/gate.ts'
import { taskRunner } from '../long-work/run-task.ts'
import type { SummaryRequest } from '../ports/summariser.ts'
import type { DraftOutcome } from './draft-outcome.ts'
import { createDrafter, type Drafter, type DraftResult } from './drafter.ts'
import type { FoldJob, FoldTools } from './fold-job.ts'

/** Asks for the prose of a fold: in one request if what is to be read fits, otherwise stretch by stretch. */
export async function askForDraft(job: FoldJob, tools: FoldTools): Promise<DraftOutcome> {
  const input = await draftInputOf(job, tools)
  const { shown, room: maxTokens, request: ask } = input
  const wantedTokens = job.reading === 'brief' ? Math.max(minReading, readPerWritten * job.budget.prose) : maxTokens
  const isReadAgain = job.source !== 'last-summary' && job.previous !== null
  const text =
    job.warmView === null
      ? await taskRunner(tools)('fitTranscript', {
          ...{ messages: shown, fence: ask.fence, wantedTokens },
          maxTokens: isReadAgain ? Math.min(wantedTokens, maxTokens) : maxTokens,
        })
      : ''
  // C18 originals that are too long to be read again stay as the text in force tells them.
  if (text === null && isReadAgain) return askForDraft({ ...job, source: 'last-summary' }, tools)
  if (text === null) return draftInChunks(input, maxTokens)
  const drafter = createDrafter(tools, maxCalls)
  const answer = await drafter.draft({ ...ask, transcript: text, view: job.warmView }, input.held, 'again')
  const overflows = answer.type === 'failed' && answer.failure.type === 'overflow'
  // The window is smaller than it was said to be, and what did not fit once will not fit again.
  return overflows ? draftInChunks(input, maxTokens / 2) : outcomeOf(answer, 'summary', { drafter, tools })
}

/**
 * Tokens that are read for each token of prose, where the messages themselves don't take more: what of the tools' texts
 * will be needed is added from the originals.
 */
const readPerWritten = 10
const minReading = 8_000

/** C20 what a summariser has said before, if the gates let it through for what it is to stand for now. */
export async function keptDraft(job: FoldJob, tools: FoldTools): Promise<DraftOutcome> {
  const { text, model, method, calls, usage } = job.kept!.prose
  const draft = { text, finish: 'stop' } as const
  // It is part of the text in force, where lines of it may have given way, and no echo of itself.
  const own = new Set(text.split('\n'))
  const others = (job.previous?.text ?? '').split('\n').filter(line => !own.has(line))
  const verdict = await taskRunner(tools)('judge', { draft, held: heldOf(job, [others.join('\n')]) })
  const spent = { calls, usage, warnings: [] }
  if (verdict.type === 'rejected')
    return { ...spent, type: 'failed', reason: verdict.reason, sentence: turnedDown(verdict.reason) }
  const repaired = verdict.type === 'repaired' ? verdict.reasons : []
  return { ...spent, type: 'drafted', text: verdict.text, model, method, repaired }
}

const turnedDown = (reason: GateReason): string => `The summary was rejected: ${reason}.`

/** A draft, another one when it is rejected, and one retry after a failure. */
const maxCalls = 3

type DraftInput = {
  readonly tools: FoldTools
  /** The messages that the summariser reads. */
  readonly shown: readonly MessageEntry[]
  /** Tokens that the transcript may take. */
  readonly room: number
  readonly request: Omit<SummaryRequest, 'complaint' | 'transcript'>
  readonly held: Omit<DraftContext, 'count'>
}

async function draftInputOf(job: FoldJob, tools: FoldTools): Promise<DraftInput> {
  const { blank, span, tag, budget } = job
  const { summariser, newFence } = tools
  const before = lastWords(job)
  const isKept = isKeptIn(blank)
  const folding = span.filter(entry => !isKept(entry))
  const runTask = taskRunner(tools)
  const summary = before === null ? null : await runTask('redact', before.text)
  const instructions = job.instructions === null ? null : await runTask('redact', job.instructions)
  const around = promptTokens + (summary?.tokens ?? 0) + (instructions?.tokens ?? 0)
  return {
    tools,
    shown: before === null ? folding : folding.filter(({ depth }) => depth > before.to),
    room: summariser!.window - budget.prose - around,
    request: {
      form: blank.type,
      fence: newFence(),
      previous: summary?.text ?? null,
      instructions: instructions?.text ?? null,
      tag,
      maxTokens: budget.prose,
      view: null,
    },
    held: heldOf(job, [job.kept?.prose.text ?? '', job.previous?.text ?? '', instructions?.text ?? '']),
  }
}

/** What was written before of the first part of the span, and the depth that it reaches to. */
function lastWords({ source, kept, previous }: FoldJob): FoldJob['previous'] {
  if (source === 'last-prose') return { text: kept!.prose.text, to: kept!.prose.span.to }
  return source === 'last-summary' ? previous : null
}

function heldOf(
  { blank, span, alsoShown, tag, budget, warmView }: FoldJob,
  knownTexts: readonly string[],
): DraftInput['held'] {
  const isKept = isKeptIn(blank)
  return {
    // Who reads the chat's own request reads what is beside the span too, and may speak of it.
    messages: warmView === null ? span : [...span, ...alsoShown],
    knownTexts,
    replacedTokens: tokensOf(span.filter(entry => !isKept(entry))),
    tag,
    budget: budget.prose,
  }
}

/** Tokens of our own words around a transcript; templates of people's own may be longer, hence the margin. */
const promptTokens = 2_000

/** Notes on each stretch, then one summary out of the notes. */
async function draftInChunks(input: DraftInput, room: number): Promise<DraftOutcome> {
  const { tools, request: ask, held } = input
  const parts = await chunksOf(input, room)
  const drafter = createDrafter(tools, parts.length + maxCalls)
  const notes: string[] = []
  let isPartly = false
  for (const { messages, text } of parts) {
    const request = { ...ask, form: 'part', transcript: text, previous: null } as const
    // Where the last summary leaves the summariser no room for a stretch, there is nothing to ask about.
    const answer =
      text === '' ? null : await drafter.draft(request, { ...held, replacedTokens: tokensOf(messages) }, 'once')
    if (answer?.type === 'failed') return outcomeOf(answer, 'chunks', { drafter, tools })
    // Notes that nobody could write well are made of the originals' own words: a stretch is never left out.
    isPartly ||= answer?.type === 'turned-down'
    const note = answer?.type === 'drafted' ? answer.text : await extractOf(tools, messages, held.budget)
    notes.push(`[${ask.fence} ¶${messages[0]!.number}–${messages.at(-1)!.number}]\n${note}`)
  }
  const merged = await drafter.draft({ ...ask, form: 'merge', transcript: notes.join('\n') }, held, 'again')
  const outcome = outcomeOf(merged, 'chunks', { drafter, tools })
  return outcome.type === 'drafted' && isPartly ? { ...outcome, warnings: ['part-rejected'] } : outcome
}

async function chunksOf({ tools, request: ask, shown }: DraftInput, maxTokens: number) {
  const cut = await taskRunner(tools)('cutTranscript', { messages: shown, fence: ask.fence, maxTokens })
  const texts = cut.map(async ({ messages, text }) => ({
    messages,
    text: text ?? (await extractOf(tools, messages, maxTokens)),
  }))
  return Promise.all(texts)
}

const extractOf = async (tools: FoldTools, messages: readonly MessageEntry[], budget: number): Promise<string> =>
  (await taskRunner(tools)('extract', { messages, staying: new Set(), prose: null, budget, targetRetention: 1 })).text

function outcomeOf(
  answer: DraftResult,
  method: 'summary' | 'chunks',
  { drafter, tools }: { readonly drafter: Drafter; readonly tools: FoldTools },
): DraftOutcome {
  const spent = drafter.spent()
  if (answer.type === 'drafted') return { ...spent, ...answer, model: tools.summariser!.model, method, warnings: [] }
  if (answer.type === 'turned-down') {
    return {
      ...spent,
      type: 'failed',
      warnings: ['draft-rejected'],
      reason: answer.reason,
      sentence: answer.reason === 'not-smaller' ? notSmaller : turnedDown(answer.reason),
    }
  }
  const { failure, cause } = answer
  const sentence = failure.type === 'overflow' ? 'The summariser cannot hold this much.' : failure.sentence
  return { ...spent, type: 'failed', warnings: [warningFor(failure.type)], reason: failure.type, sentence, cause }
}

/** What a receipt says of a summariser that failed for this reason. */
export function warningFor(reason: string): WarningCode {
  if (reason === 'refused-key') return 'summariser-key'
  if (reason === 'timed-out') return 'summariser-late'
  return gateReasons.some(gate => gate === reason) ? 'draft-rejected' : 'summariser-failed'
}

export const notSmaller = 'The text would be no smaller than what it replaces.'
