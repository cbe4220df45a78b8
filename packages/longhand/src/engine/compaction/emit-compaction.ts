import { asJson } from '../../core/json.ts'
import type { Scope } from '../engine.ts'
import type { CompactionStep } from '../ports/events.ts'
import type { ClaimedJob } from './job.ts'

/** Says how far a compaction is: to everyone who watches, and on the screen where an answer is being written. */
export function emitCompaction(
  { engine, owner, conversation }: Scope,
  job: ClaimedJob,
  { cause, ...news }: Progress,
): void {
  const { decision, options, keeping, keys } = job.plan
  const step: CompactionStep = {
    id: job.id,
    startedAt: job.at,
    folding: decision.planned.reduce((sum, { span, kept }) => sum + span.to - span.from + 1 - kept.length, 0),
    keeping,
    trigger: options.trigger,
    strategy: decision.strategy,
    receipt: null,
    sentence: null,
    reason: null,
    ...news,
  }
  engine.onEvent({ type: 'compaction', owner, conversation, ...step, cause, ...(keys && { keys }) })
  const data = asJson({ ...step, startedAt: new Date(step.startedAt).toISOString() })
  engine.activeTurns.get(conversation)?.feed.push({ type: 'data-compaction', id: job.id, data })
}

type Progress = Pick<CompactionStep, 'phase'> &
  Partial<Pick<CompactionStep, 'receipt' | 'sentence' | 'reason'>> & { readonly cause?: unknown }
