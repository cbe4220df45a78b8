/** What is noted of everyone: who came and went, and what left the server or was deleted. */
export type AuditAction =
  | 'sign-in'
  | 'sign-out'
  | 'delete'
  | 'restore'
  | 'erase'
  | 'export'
  | 'import'
  | 'token-rotation'

/** One line of the audit log: who did what to which conversation, and how it ended. Never a word of one. */
export type AuditLine = {
  readonly action: AuditAction
  /** Null when nobody was let in. */
  readonly owner: string | null
  readonly conversation: string | null
  /** The HTTP status of the response. */
  readonly status: number
  /** Where it came from; empty for what was done on this machine. */
  readonly address: string
}

export type Audit = (line: AuditLine) => void

/** That the token was changed: whoever can, has the data folder. */
export const tokenRotated: AuditLine = {
  action: 'token-rotation',
  owner: null,
  conversation: null,
  status: 200,
  address: '',
}

/** The conversation in a path; anything else that a client writes there is not noted. */
export const conversationIn = (path: string): string | null =>
  /^\/api\/(?:conversations|deleted)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/|$)/i.exec(path)?.[1] ?? null

/** Tells the first use of a token from all later ones. */
export function firstUses(maxTracked = 10_000): (use: string) => boolean {
  const seen = new Set<string>()
  return use => {
    if (seen.has(use)) return false
    seen.add(use)
    if (seen.size > maxTracked) seen.delete(seen.values().next().value!)
    return true
  }
}
