import { LonghandError } from '../core/errors.ts'
import type { Receipt } from '../core/receipt.ts'
import type { StartResult } from '../engine/compaction/compactor.ts'
import type { Outcome } from '../engine/compaction/job.ts'
import {
  cancelledSentence,
  cooldownSentence,
  pausedSentence,
  restSentence,
  withRelease,
} from '../engine/compaction/rest-sentence.ts'
import type { Scope } from '../engine/engine.ts'
import { readSnapshot } from '../engine/snapshot.ts'

/** What came of a compaction that someone asked for; `sentence` says why nothing has changed. */
export type CompactResult =
  | { readonly type: 'compacted'; readonly receipt: Receipt }
  | { readonly type: 'unchanged'; readonly reason: string; readonly sentence: string }

/** Waits for the end of a compaction; throws when its summary could not be written. */
export async function compactResult(scope: Scope, started: StartResult): Promise<CompactResult> {
  switch (started.type) {
    case 'rest': {
      const { reason } = started
      return unchanged(reason, restSentence(reason, { snapshot: await readSnapshot(scope), insist }))
    }
    case 'cooling-down':
      return unchanged('cooling-down', cooldownSentence(started.waitMs))
    case 'paused':
      return unchanged('paused', pausedSentence)
    case 'running':
      return resultOf(scope, await started.done)
  }
}

async function resultOf(scope: Scope, outcome: Outcome): Promise<CompactResult> {
  switch (outcome.type) {
    case 'completed':
      return { type: 'compacted', receipt: outcome.receipt }
    case 'failed':
      throw new LonghandError('summariser-failed', outcome.sentence, {
        cause: outcome.cause,
        details: { reason: outcome.reason },
      })
    case 'gained-nothing':
      return unchanged(outcome.reason, withRelease(outcome.sentence, await readSnapshot(scope)))
    case 'cancelled':
      return unchanged('cancelled', cancelledSentence)
    case 'prepared':
      return unchanged('prepared', 'The summary is written; it counts when the threshold is reached.')
  }
}

const insist = "Pass { by: 'force' } to do it now."

const unchanged = (reason: string, sentence: string): CompactResult => ({ type: 'unchanged', reason, sentence })
