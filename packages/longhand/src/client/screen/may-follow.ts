import type { DisplayEntry } from '../api/contract.ts'

/** What a screen shows, what its person has written and not sent, and which messages were sent from it. */
export type Standpoint = {
  readonly entries: readonly DisplayEntry[]
  readonly draft: string
  readonly sent: ReadonlySet<string>
}

/**
 * W6 whether a screen may show what was written elsewhere by itself. Not over the shoulder of somebody who is writing:
 * what they write is about what they see. Answers to it, protections and summaries are no news from elsewhere.
 */
export function mayFollow({ entries, draft, sent }: Standpoint, newest: readonly DisplayEntry[]): boolean {
  const last = entries.at(-1)
  if (draft === '' || last === undefined) return true
  const at = newest.findIndex(({ id }) => id === last.id)
  return at >= 0 && newest.slice(at + 1).every(entry => !isQuestion(entry) || sent.has(entry.id))
}

const isQuestion = (entry: DisplayEntry): boolean => entry.type === 'message' && entry.message.role === 'user'
