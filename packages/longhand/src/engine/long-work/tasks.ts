import type { Branch } from '../../core/branch.ts'
import type { TrimFold } from '../../core/fold.ts'
import { findLandmarks, type LandmarkSearch, type LandmarksFound } from '../../core/landmark.ts'
import type { Message } from '../../core/message.ts'
import { type TrimRequest, trimsOf } from '../../core/trims.ts'
import { type Extract, extract } from '../../facts/extract.ts'
import type { ExtractJob } from '../../facts/extract-job.ts'
import { chunkTranscript, fitTranscript, type TranscriptChunk, type TranscriptJob } from '../../facts/fit-transcript.ts'
import type { DraftContext, SummaryDraft, Verdict } from '../../facts/judging/gate.ts'
import { judge } from '../../facts/judging/judge.ts'
import type { NumberedMessage } from '../../facts/reading/quote.ts'
import { redact } from '../../facts/redact.ts'
import { carriedConstraints } from '../../facts/sections.ts'
import { type MessageSelection, selectMessages } from '../../facts/select-messages.ts'
import { readTranscript } from '../../facts/transcript.ts'
import type { TaskMeter } from './task-meter.ts'

/** What the engine computes from texts, by name: pure functions of plain data, so that a thread can run them as well. */
export const tasks = {
  extract: (job: Omit<ExtractJob, 'count'>, { countText }: TaskMeter): Extract => extract({ ...job, count: countText }),

  selectMessages: (job: Omit<ExtractJob, 'count'>, { countText }: TaskMeter): MessageSelection =>
    selectMessages({ ...job, count: countText }),

  judge: ({ draft, held }: JudgeInput, { countText }: TaskMeter): Verdict =>
    judge(draft, { ...held, count: countText }),

  fitTranscript: (job: TranscriptJob, { countText }: TaskMeter): string | null => fitTranscript(job, countText),

  cutTranscript: (job: TranscriptJob, { countText }: TaskMeter): readonly TranscriptChunk[] =>
    chunkTranscript(job, countText),

  parseJson: (text: string): unknown => JSON.parse(text),

  readTranscript: (text: string): readonly NumberedMessage[] => readTranscript(text),

  redact(text: string, { countText }: TaskMeter): { readonly text: string; readonly tokens: number } {
    const redacted = redact(text)
    return { text: redacted, tokens: countText(redacted) }
  },

  carriedConstraints: ({ text, messages }: CarryInput): readonly string[] => carriedConstraints(text, messages),

  landmarks: (search: LandmarkSearch): LandmarksFound => findLandmarks(search),

  trims: ({ branch, request }: TrimInput, { count }: TaskMeter): readonly TrimFold[] => trimsOf(branch, request, count),

  counts: (messages: readonly Message[], { count }: TaskMeter): readonly number[] => messages.map(count),

  countTexts: (texts: readonly string[], { countText }: TaskMeter): number =>
    texts.reduce((sum, text) => sum + countText(text), 0),
}

type JudgeInput = { readonly draft: SummaryDraft; readonly held: Omit<DraftContext, 'count'> }

type CarryInput = { readonly text: string; readonly messages: readonly NumberedMessage[] }

type TrimInput = { readonly branch: Branch; readonly request: TrimRequest }
