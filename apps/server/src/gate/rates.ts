/** What requests are counted as: those that cost money or much time are counted apart. */
export const costs = ['turn', 'compaction', 'transfer', 'change', 'read', 'sign-in'] as const

export type Cost = (typeof costs)[number]

/** How many requests of a kind are answered in a minute; a quarter of them may come at once. */
export type PerMinute = Readonly<Record<Cost, number>>

/** For people who share a server. */
export const sharedRates: PerMinute = { turn: 20, compaction: 10, transfer: 10, change: 120, read: 600, 'sign-in': 10 }

/** For one person on their own machine: only a program that has lost its way asks for more. */
export const ownRates: PerMinute = {
  turn: 1_200,
  compaction: 1_200,
  transfer: 600,
  change: 6_000,
  read: 30_000,
  'sign-in': 600,
}

/** Counts what everyone asks for. */
export type Rates = {
  /** Lets one request through, or says for how many milliseconds it has to wait. */
  take(who: string, cost: Cost): number
}

/** Nobody can fill the memory by pretending to be many: the one who was first seen longest ago is forgotten. */
const mostKnown = 50_000

/** Every request takes its share of time; whoever is more than a quarter of a minute ahead of the clock waits. */
export function createRates(perMinute: PerMinute, now: () => number = Date.now): Rates {
  const ahead = new Map<string, number>()
  return {
    take(who, cost) {
      const key = `${cost} ${who}`
      const everyMs = 60_000 / perMinute[cost]
      const mostAhead = Math.max(0, Math.ceil(perMinute[cost] / 4) - 1) * everyMs
      const reached = Math.max(now(), ahead.get(key) ?? 0)
      const waitMs = reached - now() - mostAhead
      if (waitMs > rounding) return Math.ceil(waitMs)
      ahead.set(key, reached + everyMs)
      if (ahead.size > mostKnown) ahead.delete(ahead.keys().next().value!)
      return 0
    },
  }
}

/** Sums of fractions are never quite what they should be. */
const rounding = 1e-6
