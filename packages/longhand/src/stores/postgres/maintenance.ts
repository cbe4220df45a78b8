import type { Maintenance, Owned } from '../../engine/ports/store.ts'
import type { CompactionJob } from '../../engine/ports/store-compactions.ts'
import type { TurnJob } from '../../engine/ports/store-turns.ts'
import type { Call } from './call.ts'
import { fromJob } from './compactions.ts'

export function maintenance(call: Call): Maintenance {
  return {
    claimCompaction: async ({ worker, ms }) => {
      const claimed = await call<Claimed<CompactionJob> | null>('claim_any_compaction', worker, ms)
      return claimed && owned({ ...claimed, job: fromJob(claimed.job) })
    },
    claimTurn: async ({ worker, ms }) => {
      const claimed = await call<Claimed<TurnJob> | null>('claim_any_turn', worker, ms)
      return claimed && owned(claimed)
    },
    endLeases: async () => call('end_leases'),
    sweep: async () => call('sweep'),
    sizes: async () => call('sizes'),
  }
}

type Claimed<Job> = { readonly owner: string; readonly job: Job }

const owned = <Job>({ owner, job }: Claimed<Job>): Owned<Job> => ({ ...job, owner })
