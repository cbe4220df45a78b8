import type { MessageEntry } from '../../core/entry.ts'
import { keptTest } from '../../core/fold.ts'
import type { GateReason } from '../../core/gate-reason.ts'
import { tokensOf } from '../../facts/fit-transcript.ts'
import type { Held } from '../../facts/judging/gate.ts'
import { taskRunner } from '../long-work/run-task.ts'
import type { Usage } from '../ports/chat-model.ts'
import type { SummaryRequest } from '../ports/summariser.ts'
import { type Desk, type DeskAnswer, openDesk } from './draft-desk.ts'
import type { FoldJob, FoldTools } from './write-fold.ts'

/** What came of asking a summariser, and what it took. */
export type Drafted = { readonly calls: number; readonly usage: readonly Usage[] } & (
  | {
      readonly type: 'drafted'
      readonly text: string
      readonly rung: 'summary' | 'chunks'
      readonly repaired: readonly GateReason[]
    }
  | { readonly type: 'failed'; readonly reason: GateReason | 'summariser-failed'; readonly sentence: string }
)

/** Asks for the prose of a fold: in one request if the span fits, otherwise stretch by stretch. */
export async function askForDraft(job: FoldJob, tools: FoldTools): Promise<Drafted> {
  const scene = await look(job, tools)
  const { shown, room, ask } = scene
  const text =
    job.warm === null ? await taskRunner(tools)('fitTranscript', { messages: shown, fence: ask.fence, room }) : ''
  if (text === null) return byChunks(scene, room)
  const desk = openDesk(tools, mostCalls)
  const answer = await desk.draft({ ...ask, transcript: text, view: job.warm }, scene.held, 'again')
  const overflows = answer.type === 'failed' && answer.trouble.type === 'overflow'
  // The window is smaller than it was said to be, and what did not fit once will not fit again.
  return overflows ? byChunks(scene, room / 2) : drafted(answer, 'summary', desk)
}

/** A draft, another one when it is turned down, and one more for trouble on the way. */
const mostCalls = 3

type Scene = {
  readonly tools: FoldTools
  /** The messages that the summariser reads. */
  readonly shown: readonly MessageEntry[]
  /** Tokens that the transcript may take. */
  readonly room: number
  readonly ask: Omit<SummaryRequest, 'complaint' | 'transcript'>
  readonly held: Omit<Held, 'count'>
}

async function look(
  { blank, span, beside, previous, source, tag, budget, ...job }: FoldJob,
  tools: FoldTools,
): Promise<Scene> {
  const { summariser, newFence } = tools
  const before = source === 'last-summary' ? previous : null
  const isKept = keptTest(blank)
  const folding = span.filter(entry => !isKept(entry))
  const runTask = taskRunner(tools)
  const summary = before === null ? null : await runTask('redact', before.text)
  const instructions = job.instructions === null ? null : await runTask('redact', job.instructions)
  const around = promptTokens + (summary?.tokens ?? 0) + (instructions?.tokens ?? 0)
  return {
    tools,
    shown: before === null ? folding : folding.filter(({ depth }) => depth > before.to),
    room: summariser!.window - budget.prose - around,
    ask: {
      form: blank.type,
      fence: newFence(),
      previous: summary?.text ?? null,
      instructions: instructions?.text ?? null,
      tag,
      maxTokens: budget.prose,
      view: null,
    },
    held: {
      // Who reads the chat's own request reads what is beside the span too, and may speak of it.
      messages: job.warm === null ? span : [...span, ...beside],
      known: [previous?.text ?? '', instructions?.text ?? ''],
      replaces: tokensOf(folding),
      tag,
      budget: budget.prose,
    },
  }
}

/** Tokens of our own words around a transcript; templates of people's own may be longer, hence the margin. */
const promptTokens = 2_000

/** Notes on each stretch, then one summary out of the notes. */
async function byChunks(scene: Scene, room: number): Promise<Drafted> {
  const { tools, ask, held } = scene
  const parts = await stretches(scene, room)
  const desk = openDesk(tools, parts.length + mostCalls)
  const notes: string[] = []
  for (const { messages, text } of parts) {
    const request = { ...ask, form: 'part', transcript: text, previous: null } as const
    const answer = await desk.draft(request, { ...held, replaces: tokensOf(messages) }, 'once')
    if (answer.type === 'failed') return drafted(answer, 'chunks', desk)
    // Notes that nobody could write well are made of the originals' own words: a stretch is never left out.
    const note = answer.type === 'drafted' ? answer.text : await ownWords(tools, messages, held.budget)
    notes.push(`[${ask.fence} ¶${messages[0]!.number}–${messages.at(-1)!.number}]\n${note}`)
  }
  const merged = await desk.draft({ ...ask, form: 'merge', transcript: notes.join('\n') }, held, 'again')
  return drafted(merged, 'chunks', desk)
}

async function stretches({ tools, ask, shown }: Scene, room: number) {
  const cut = await taskRunner(tools)('cutTranscript', { messages: shown, fence: ask.fence, room })
  const texts = cut.map(async ({ messages, text }) => ({
    messages,
    text: text ?? (await ownWords(tools, messages, room)),
  }))
  return Promise.all(texts)
}

const ownWords = async (tools: FoldTools, messages: readonly MessageEntry[], budget: number): Promise<string> =>
  (await taskRunner(tools)('extract', { messages, staying: new Set(), prose: null, budget, enough: 1 })).text

function drafted(answer: DeskAnswer, rung: 'summary' | 'chunks', desk: Desk): Drafted {
  const spent = desk.spent()
  if (answer.type === 'drafted') return { ...spent, ...answer, rung }
  if (answer.type === 'turned-down') {
    return {
      ...spent,
      type: 'failed',
      reason: answer.reason,
      sentence: answer.reason === 'not-smaller' ? notSmaller : `The summary was turned down: ${answer.reason}.`,
    }
  }
  const { trouble } = answer
  const sentence = trouble.type === 'overflow' ? 'The summariser cannot hold this much.' : trouble.sentence
  return { ...spent, type: 'failed', reason: 'summariser-failed', sentence }
}

export const notSmaller = 'The text would be no smaller than what it replaces.'
