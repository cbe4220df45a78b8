import { appendFileSync } from 'node:fs'
import type { Audit } from '../gate/audit.ts'
import type { Log } from './log.ts'

/** Writes audit lines to a file that only its owner may read; to the log, at level `info`, when none is named. */
export function openAudit(path: string | undefined, log: Log): Audit {
  if (path === undefined) return line => log({ level: 'info', event: 'audit', ...line })
  return line => {
    try {
      // Written before the response goes out: they are few, and one that is missing proves nothing.
      appendFileSync(path, `${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`, { mode: 0o600 })
    } catch (error) {
      log({ level: 'error', event: 'audit-failed', code: (error as NodeJS.ErrnoException).code ?? null })
    }
  }
}
