import type { ProviderFailure } from '../ports/chat-model.ts'

/** How long to wait before asking a provider again; null when asking again cannot help. `chance` is from 0 to 1. */
export function retryWait(failure: ProviderFailure, tries: number, chance: number): number | null {
  if (tries >= maxRetries) return null
  const wait = baseMs * 2 ** tries * (0.5 + chance / 2)
  switch (failure.type) {
    case 'rate-limited':
    case 'overloaded': {
      const asked = failure.retryAfterMs
      // A provider that asks for minutes is better answered with its own words than with silence.
      if (asked !== null && asked > maxWaitMs) return null
      return Math.max(wait, asked ?? 0)
    }
    case 'unavailable':
      return wait
    default:
      return null
  }
}

const maxRetries = 2
const baseMs = 500
const maxWaitMs = 60_000
