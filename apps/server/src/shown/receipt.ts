import type { Receipt } from 'longhand/client'
import type { CompactionJob } from 'longhand/engine'

/** The receipts of compactions that counted, by the id of their entry. */
export const receiptsOf = (jobs: readonly CompactionJob[]): ReadonlyMap<string, Receipt> =>
  new Map(
    jobs.flatMap(({ id, status, receipt }) =>
      status === 'done' && receipt !== null ? [[id, { ...unnoted, ...(receipt as unknown as Receipt) }] as const] : [],
    ),
  )

/** What receipts from before did not note. */
const unnoted = { facts: null, number: null, whole: null }
