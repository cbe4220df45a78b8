import { LonghandError } from '../core/errors.ts'
import type { Receipt } from '../core/receipt.ts'
import type { StartResult } from '../engine/compaction/compactor.ts'

/** What came of a compaction that someone asked for. */
export type CompactResult =
  | { readonly type: 'compacted'; readonly receipt: Receipt }
  | { readonly type: 'unchanged'; readonly reason: string; readonly sentence: string | null }

/** Waits for the end of a compaction; throws when its summary could not be written. */
export async function compactResult(started: StartResult): Promise<CompactResult> {
  if (started.type === 'rest') return { type: 'unchanged', reason: started.reason, sentence: null }
  if (started.type !== 'running') return { type: 'unchanged', reason: started.type, sentence: null }
  const outcome = await started.done
  if (outcome.type === 'completed') return { type: 'compacted', receipt: outcome.receipt }
  const { reason, sentence } = 'reason' in outcome ? outcome : { reason: outcome.type, sentence: null }
  if (outcome.type === 'failed') throw new LonghandError('summariser-failed', outcome.sentence, { details: { reason } })
  return { type: 'unchanged', reason, sentence }
}
