import type { Json } from '../../core/json.ts'
import type { Scope } from '../engine.ts'
import type { CompactionStep } from '../ports/events.ts'
import type { CompactionJob } from '../ports/store-compactions.ts'
import type { StoredPlan } from './compactor.ts'

/** Says how far a compaction is: to everyone who watches, and on the screen where an answer is being written. */
export function tellCompaction({ engine, owner, conversation }: Scope, job: CompactionJob, news: News): void {
  const { decision, ask, keeping } = job.plan as unknown as StoredPlan
  const step: CompactionStep = {
    id: job.id,
    startedAt: job.at,
    folding: decision.blanks.reduce((sum, { span, kept }) => sum + span.to - span.from + 1 - kept.length, 0),
    keeping,
    trigger: ask.trigger,
    strategy: decision.strategy,
    receipt: null,
    sentence: null,
    reason: null,
    ...news,
  }
  engine.tell({ type: 'compaction', owner, conversation, ...step })
  const data = { ...step, startedAt: new Date(step.startedAt).toISOString() } as unknown as Json
  engine.answering.get(conversation)?.feed.push({ type: 'data-compaction', id: job.id, data })
}

type News = Pick<CompactionStep, 'phase'> & Partial<Pick<CompactionStep, 'receipt' | 'sentence' | 'reason'>>
