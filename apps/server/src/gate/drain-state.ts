import type { ServerResponse } from 'node:http'
import type { Cost } from './rates.ts'
import type { Refusal } from './request-facts.ts'

/** Whether the server still takes work, and the clients that are being answered. */
export type DrainState = {
  isOn(): boolean
  start(): void
  /** Counts a request that starts work until its client has been answered; refuses it when the server is to end. */
  admit(cost: Cost | 'free', response: ServerResponse | undefined): Refusal | null
  /** How many are being answered. */
  open(): number
  /** Resolves when none is. */
  idle(): Promise<void>
}

export const shuttingDown = 'The server is shutting down. Try again in a moment.'

/** What takes long, or may not be cut short. Everything else is answered until the end. */
const work: ReadonlySet<Cost | 'free'> = new Set<Cost | 'free'>(['turn', 'relay', 'compaction', 'transfer'])

export function createDrainState(): DrainState {
  let isOn = false
  let idle = Promise.withResolvers<void>()
  const open = new Set<ServerResponse>()
  return {
    isOn: () => isOn,
    start() {
      isOn = true
    },
    admit(cost, response) {
      if (!work.has(cost)) return null
      if (isOn) return { status: 503, code: 'shutting-down', sentence: shuttingDown, retryAfterMs: 2_000 }
      if (response === undefined || response.destroyed) return null
      open.add(response)
      response.once('close', () => {
        open.delete(response)
        if (open.size > 0) return
        idle.resolve()
        idle = Promise.withResolvers()
      })
      return null
    },
    open: () => open.size,
    idle: () => (open.size === 0 ? Promise.resolve() : idle.promise),
  }
}
