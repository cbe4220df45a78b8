import type { Receipt } from '../core/receipt.ts'
import type { CompactionOptions } from '../engine/compaction/job.ts'
import type { History } from './history.ts'

export type FitOnceOptions = {
  /** Condense whatever the threshold says. */
  readonly force?: Partial<CompactionOptions> | null
  readonly signal?: AbortSignal
}

/** Fits a history for someone who comes once and can wait: a summary that is due is waited for. */
export async function fitOnce<Source>(
  history: History<Source>,
  messages: readonly Source[],
  { force = null, signal }: FitOnceOptions = {},
): Promise<{ readonly messages: readonly Source[]; readonly receipt: Receipt | null }> {
  if (force !== null) {
    await history.load(messages)
    await history.compact({ by: 'force', ...force })
  }
  const first = await history.fit(messages, signal)
  await history.settled()
  const [receipt = null] = await history.receipts()
  return { messages: receipt === null ? first : await history.fit(messages, signal), receipt }
}
