import type { BranchRow } from 'longhand/internal/client'
import type { BranchTip } from 'longhand/internal/engine'

/** A branch as the list of branches shows it. */
export const branchRow = ({ tip, preview, at, current }: BranchTip): BranchRow => ({
  line: String(tip.line),
  head: tip.depth,
  preview,
  at: new Date(at).toISOString(),
  current,
})
