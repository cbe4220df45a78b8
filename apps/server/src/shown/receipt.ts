import type { Json } from 'longhand'
import type { Receipt } from 'longhand/client'
import type { CompactionStep } from 'longhand/engine'

type Written = NonNullable<CompactionStep['receipt']>

/** A receipt as screens read it. */
export function shownReceipt(id: string, written: Written): Receipt {
  const { trigger, strategy, rung, version, folded, kept, before, after, reduction, durationMs } = written
  const { retention, retentionByKind, cost, saving, gates, model } = written
  const figures = { version, folded, kept, before, after, reduction, durationMs, retention, retentionByKind }
  return { id, trigger, strategy, rung, model: model ?? 'no model', ...figures, cost, saving, gates }
}

/** The receipts of jobs that counted, by the id of their entry. */
export const receiptsOf = (jobs: readonly Job[]): ReadonlyMap<string, Receipt> =>
  new Map(
    jobs.flatMap(({ id, receipt }) =>
      receipt === null ? [] : [[id, shownReceipt(id, receipt as unknown as Written)] as const],
    ),
  )

type Job = { readonly id: string; readonly status: string; readonly receipt: Json | null }
