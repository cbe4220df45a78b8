import type { Trouble } from '../ports/chat-model.ts'

/** How long to wait before asking a provider again; null when asking again cannot help. `chance` is from 0 to 1. */
export function retryWait(trouble: Trouble, tries: number, chance: number): number | null {
  if (tries >= mostRetries) return null
  const wait = baseMs * 2 ** tries * (0.5 + chance / 2)
  switch (trouble.type) {
    case 'rate-limited':
    case 'overloaded': {
      const asked = trouble.retryAfterMs
      // A provider that asks for minutes is better answered with its own words than with silence.
      if (asked !== null && asked > longestMs) return null
      return Math.max(wait, asked ?? 0)
    }
    case 'unavailable':
      return wait
    default:
      return null
  }
}

const mostRetries = 2
const baseMs = 500
const longestMs = 60_000
