import { LonghandError } from 'longhand'
import type { Allowance, Storage } from 'longhand/internal/engine'
import type { ClientIdentity } from './authenticate-client.ts'
import type { Limits } from './limits.ts'
import { type Cost, slotsOf } from './rates.ts'
import type { Refusal } from './request-facts.ts'
import type { RouteRule } from './route-rule.ts'

/** Asks the database whether somebody may have something that costs; null when they may. */
export type SharedLimits = (who: Pick<ClientIdentity, 'owner' | 'keys'>, asked: Asked) => Promise<Refusal | null>

/** What is asked for, and by which method: whoever only reads adds nothing to what they store or spend. */
export type Asked = Pick<RouteRule, 'cost' | 'stores'> & { readonly method: string }

/** What costs money or much time. Everything else is counted by each process for itself: it need not ask the database. */
const counted: ReadonlySet<Cost | 'free'> = new Set<Cost | 'free'>(['turn', 'relay', 'compaction', 'transfer'])

/** Counts for all processes together, and holds owners to their quotas. */
export function sharedLimits(storage: Storage, limits: Limits): SharedLimits {
  let awayUntil = 0
  return async ({ owner, keys }, { cost, stores, method }) => {
    const isCounted = counted.has(cost) || (stores === true && limits.storageMB !== null)
    if (!limits.shared || cost === 'free' || !isCounted || Date.now() < awayUntil) return null
    const isRead = method === 'GET' || method === 'HEAD'
    const measured = limits.storageMB !== null && !isRead
    try {
      const used = await inTime(
        storage.as(owner).allowances.take({
          ...{ name: cost, ...slotsOf(limits.perMinute[cost]) },
          storage: measured ? 'measured' : 'not-measured',
        }),
      )
      if (used.waitMs > 0) return tooMany(used.waitMs)
      return isRead ? null : (overStorage(used, limits) ?? (keys === 'server' ? overSpent(used, limits, cost) : null))
    } catch (error) {
      if (!(error instanceof LonghandError)) throw error
      // With the database down this process counts for itself, and a relayed conversation can go on at once.
      awayUntil = Date.now() + awayMs
      return null
    }
  }
}

const [awayMs, patienceMs] = [5_000, 2_000]

async function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new LonghandError('timed-out', 'The database is slow.')), patienceMs)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

export const tooMany = (retryAfterMs: number): Refusal => ({
  ...{ status: 429, code: 'rate-limited', retryAfterMs },
  sentence: `Too many requests. Try again in ${Math.ceil(retryAfterMs / 1000)} s.`,
})

function overStorage({ bytes }: Allowance, { storageMB }: Limits): Refusal | null {
  if (storageMB === null || bytes === null || bytes <= storageMB * 1_000_000) return null
  const taken = `Your data takes ${(bytes / 1_000_000).toFixed(1)} MB, and ${storageMB} MB are allowed.`
  return {
    status: 507,
    code: 'over-quota',
    sentence: `${taken} Delete some. Conversations count for 30 days more, or until DELETE /api/deleted/<id> erases them.`,
  }
}

const paid: ReadonlySet<Cost> = new Set<Cost>(['turn', 'relay', 'compaction'])

/** What is only stored or carried costs no money. */
function overSpent({ dollars }: Allowance, { dollarsPerMonth }: Limits, cost: Cost): Refusal | null {
  if (dollarsPerMonth === null || dollars < dollarsPerMonth || !paid.has(cost)) return null
  const spent = `You have spent $${dollars.toFixed(2)} this month, and $${dollarsPerMonth} is allowed.`
  return {
    status: 402,
    code: 'over-quota',
    sentence: `${spent} Wait for the next month, or ask whoever runs the server.`,
  }
}
