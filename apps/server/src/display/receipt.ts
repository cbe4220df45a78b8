import type { Receipt } from 'longhand/internal/client'
import type { CompactionJob } from 'longhand/internal/engine'
import { receiptSchema } from '../schemas/compaction.ts'

/** The receipts of compactions that counted, by the id of their entry. */
export const receiptsOf = (jobs: readonly CompactionJob[]): ReadonlyMap<string, Receipt> =>
  new Map(
    jobs.flatMap(({ id, status, receipt }) => {
      if (status !== 'done' || typeof receipt !== 'object' || receipt === null) return []
      // One that somebody else has written, and that is none, is not shown.
      const { data } = receiptSchema.safeParse({ ...missingFields, ...receipt })
      return data === undefined ? [] : [[id, data] as const]
    }),
  )

/** What receipts from before did not note. */
const missingFields = { facts: null, number: null, whole: null }
