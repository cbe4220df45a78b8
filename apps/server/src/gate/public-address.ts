import { LonghandError } from 'longhand'
import type { Auth } from './auth.ts'

/** Refuses to listen where others can reach us while one token is all that keeps them out. */
export function checkListenAddress(hostname: string, { mode }: Auth): void {
  if (mode === 'jwt' || /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(hostname)) return
  throw new LonghandError(
    'bad-config',
    `HOST=${hostname} can be reached by others, and this server knows only one person. Use 127.0.0.1, or let an issuer sign people in (auth: jwt).`,
  )
}
