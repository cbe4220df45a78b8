/** What requests are counted as: those that cost money or much time are counted apart. */
export const costs = ['turn', 'relay', 'compaction', 'transfer', 'change', 'read', 'sign-in', 'new-token'] as const

export type Cost = (typeof costs)[number]

/** How many requests of a kind are answered in a minute; a quarter of them may come at once. */
export type PerMinute = Readonly<Record<Cost, number>>

/** For people who share a server. */
export const sharedRates: PerMinute = {
  turn: 20,
  // A busy agent asks sixty times a minute.
  relay: 600,
  compaction: 10,
  transfer: 10,
  change: 120,
  read: 600,
  'sign-in': 10,
  // Signatures to check, of tokens that were never found good, from one address.
  'new-token': 600,
}

/** For one person on their own machine: only a runaway program asks for more. */
export const localRates: PerMinute = {
  turn: 1_200,
  relay: 30_000,
  compaction: 1_200,
  transfer: 600,
  change: 6_000,
  read: 30_000,
  'sign-in': 600,
  'new-token': 30_000,
}

/** Counts requests. */
export type Rates = {
  /** Takes a slot and returns 0, or returns how many milliseconds to wait. */
  take(who: string, cost: Cost): number
}

/** A flood of made-up clients cannot fill the memory: the oldest entry is evicted. */
const maxTracked = 50_000

/** How long a slot is, and how far ahead one may be. */
export function slotsOf(perMinute: number): { readonly everyMs: number; readonly maxAheadMs: number } {
  const everyMs = 60_000 / perMinute
  return { everyMs, maxAheadMs: Math.max(0, Math.ceil(perMinute / 4) - 1) * everyMs }
}

/** Each request takes a slot of time; an owner who is more than a quarter of a minute ahead has to wait. */
export function createRates(perMinute: PerMinute, now: () => number = Date.now): Rates {
  const ahead = new Map<string, number>()
  return {
    take(who, cost) {
      const key = `${cost} ${who}`
      const { everyMs, maxAheadMs: maxAhead } = slotsOf(perMinute[cost])
      const reached = Math.max(now(), ahead.get(key) ?? 0)
      const waitMs = reached - now() - maxAhead
      if (waitMs > rounding) return Math.ceil(waitMs)
      ahead.set(key, reached + everyMs)
      if (ahead.size > maxTracked) ahead.delete(ahead.keys().next().value!)
      return 0
    },
  }
}

/** Tolerance for floating-point error. */
const rounding = 1e-6
