import { branchRules } from './branches.ts'
import { checkpointRules } from './checkpoints.ts'
import { compactionRules } from './compactions.ts'
import { conversationRules } from './conversations.ts'
import { entryRules } from './entries.ts'
import { hostileRules } from './hostile.ts'
import { leaseRules } from './leases.ts'
import { libraryRules } from './library.ts'
import { noticeRules } from './notices.ts'
import { responseRules } from './responses.ts'
import type { StoreRoom, StoreRule } from './room.ts'
import { searchRules } from './search.ts'
import { storedJobRules } from './stored-jobs.ts'
import { togetherRules } from './together.ts'
import { transferRules } from './transfer.ts'
import { turnCommitRules } from './turn-commits.ts'
import { turnRules } from './turns.ts'

/**
 * What every storage must do. Each rule opens a room with owners of its own, so that all can run on one database:
 * `for (const rule of storeContract) test(rule.name, async () => rule.run(await openRoom()))`.
 */
export const storeContract: readonly StoreRule[] = [
  ...conversationRules,
  ...entryRules,
  ...searchRules,
  ...responseRules,
  ...togetherRules,
  ...noticeRules,
  ...branchRules,
  ...checkpointRules,
  ...compactionRules,
  ...storedJobRules,
  ...turnRules,
  ...turnCommitRules,
  ...leaseRules,
  ...libraryRules,
  ...transferRules,
  ...hostileRules,
]

export type { StoreRoom, StoreRule }
