import type { ErrorCode } from '../../core/errors.ts'
import { asJson } from '../../core/json.ts'
import type { FitTask } from '../compaction/fit.ts'
import type { HeldTurn, Scope } from '../engine.ts'
import { emitWarning } from '../report-bug.ts'
import type { BranchGrowth } from '../snapshot.ts'
import type { AnswerBudget } from './answer-budget.ts'
import type { Feed } from './feed.ts'

/** A turn whose answer is being written: what it continues, where it is shown, and what ends it early. */
export type Turn = {
  readonly scope: Scope
  readonly held: HeldTurn
  readonly after: string
  /** What was written as it started; no entries when a message is answered anew. */
  readonly opening: BranchGrowth
  readonly feed: Feed
  readonly budget: AnswerBudget
  /** Aborted with the reason: `stop` by the person, `lost` to another process, `shutdown`. */
  readonly stop: AbortController
}

/** How a turn ends that was aborted: by the person, or by anything else. */
export const cutBy = ({ reason }: AbortSignal) => (reason === 'stop' ? 'stopped' : 'interrupted')

/** What the pipeline needs of a turn to make its view fit. The status goes to the screens that follow it. */
export const fitTask = ({ scope, stop, feed }: Turn): FitTask => ({
  scope,
  signal: stop.signal,
  onStatus: status => feed.push({ type: 'data-context', id: 'context', data: asJson(status) }),
})

/** Tells whoever reads an answer of something that does not end it. */
export function warn({ feed, scope }: Turn, code: ErrorCode, sentence: string): void {
  feed.push({ type: 'data-warning', data: { code, sentence }, transient: true })
  emitWarning(scope, code, sentence)
}
