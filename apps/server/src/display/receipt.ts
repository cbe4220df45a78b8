import type { Receipt } from 'longhand/internal/client'
import type { CompactionJob } from 'longhand/internal/engine'
import { receiptSchema } from '../schemas/compaction.ts'

/** The receipts of compactions that counted, by the id of their entry. */
export const receiptsOf = (jobs: readonly CompactionJob[]): ReadonlyMap<string, Receipt> =>
  new Map(
    jobs.flatMap(({ id, status, receipt }) => {
      if (status !== 'done' || typeof receipt !== 'object' || receipt === null) return []
      // A malformed one, perhaps imported, is not shown.
      const { data } = receiptSchema.safeParse({ ...missingFields, ...receipt })
      return data === undefined ? [] : [[id, data] as const]
    }),
  )

/** Fields that older receipts do not have. */
const missingFields = { facts: null, number: null, whole: null, warnings: [] }
