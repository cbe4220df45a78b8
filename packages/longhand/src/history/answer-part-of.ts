import type { CompactionProgress, StreamedPart } from '../core/answer-parts.ts'
import type { CompactionStep, EngineEvent } from '../engine/ports/events.ts'

/** What takes the data parts of an answer: the `writer` of `createUIMessageStream`. */
export type AnswerWriter = { write(part: StreamedPart): void }

/** The data part that tells of an event; null when none does. */
export function answerPartOf(event: EngineEvent): StreamedPart | null {
  if (event.type === 'status') return { type: 'data-context', id: 'context', data: event.status }
  return event.type === 'compaction' ? { type: 'data-compaction', id: event.id, data: progressOf(event) } : null
}

const progressOf = ({
  id,
  phase,
  startedAt,
  folding,
  keeping,
  receipt,
  sentence,
}: CompactionStep): CompactionProgress => ({
  ...{ id, phase, startedAt: new Date(startedAt).toISOString(), folding, keeping },
  ...(receipt && { receipt }),
  ...(sentence !== null && { sentence }),
})
