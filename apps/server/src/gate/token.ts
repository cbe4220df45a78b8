import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The token of a data folder: created once, readable only by its owner. */
export async function readToken(folder: string): Promise<string> {
  const path = join(folder, 'token')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fresh = randomBytes(32).toString('base64url')
  // The first process writes it; all read what was written.
  await writeFile(path, fresh, { flag: 'wx', mode: 0o600 }).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  await chmod(path, 0o600)
  return (await readFile(path, 'utf8')).trim()
}

/** What a browser keeps instead of the token, which cannot be derived from it: when its session ends, signed. */
export const cookieValue = (token: string, endsAt: number): string =>
  `${endsAt}.${createHmac('sha256', token).update(`cookie ${endsAt}`).digest('base64url')}`

/** When the session of a cookie ends; null when we did not sign it. */
export function sessionEnd(token: string, cookie: string): number | null {
  const endsAt = Number(/^\d{1,15}(?=\.)/.exec(cookie)?.[0] ?? Number.NaN)
  return sameSecret(cookie, cookieValue(token, endsAt)) ? endsAt : null
}

/** Compares secrets in constant time. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

/**
 * Whether a secret stands anywhere in a text, in one walk along it. As with `sameSecret`, and not with `includes`, how long
 * it takes says nothing of the secret: what is compared is a sum that a number of chance goes into.
 */
export function holdsSecret(text: string, secret: string): boolean {
  const { length } = secret
  if (length === 0) return false
  let [sought, seen, first] = [0, 0, 1]
  for (let at = 0; at < length; at++) {
    sought = (Math.imul(sought, chance) + secret.charCodeAt(at)) | 0
    first = Math.imul(first, chance)
  }
  for (let end = 1; end <= text.length; end++) {
    const start = end - length
    seen = (Math.imul(seen, chance) + text.charCodeAt(end - 1)) | 0
    if (start > 0) seen = (seen - Math.imul(first, text.charCodeAt(start - 1))) | 0
    if (start >= 0 && seen === sought && sameSecret(text.slice(start, end), secret)) return true
  }
  return false
}

/** Odd, so that no sign's part in a sum is lost. */
const chance = randomBytes(4).readInt32LE() | 1

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
