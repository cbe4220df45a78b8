import { branchRules } from './store-contract-branches.ts'
import { checkpointRules } from './store-contract-checkpoints.ts'
import { compactionRules } from './store-contract-compactions.ts'
import { conversationRules } from './store-contract-conversations.ts'
import { entryRules } from './store-contract-entries.ts'
import { hostileRules } from './store-contract-hostile.ts'
import { leaseRules } from './store-contract-leases.ts'
import { libraryRules } from './store-contract-library.ts'
import type { StoreRoom, StoreRule } from './store-contract-room.ts'
import { transferRules } from './store-contract-transfer.ts'
import { turnRules } from './store-contract-turns.ts'

/**
 * What every storage must do. Each rule opens a room with owners of its own, so that all can run on one database:
 * `for (const rule of storeContract) test(rule.name, async () => rule.run(await openRoom()))`.
 */
export const storeContract: readonly StoreRule[] = [
  ...conversationRules,
  ...entryRules,
  ...branchRules,
  ...checkpointRules,
  ...compactionRules,
  ...turnRules,
  ...leaseRules,
  ...libraryRules,
  ...transferRules,
  ...hostileRules,
]

export type { StoreRoom, StoreRule }
