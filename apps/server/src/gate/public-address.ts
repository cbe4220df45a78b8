import { LonghandError } from 'longhand'

/** Refuses to listen where others can reach us while one token is all that keeps them out. */
export function checkAddress(hostname: string): void {
  if (/^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(hostname)) return
  throw new LonghandError(
    'bad-config',
    `HOST=${hostname} can be reached by others, and this server knows only one person. Use 127.0.0.1.`,
  )
}
