import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The token of a data folder: made once, readable by its owner alone. */
export async function readToken(folder: string): Promise<string> {
  const path = join(folder, 'token')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fresh = randomBytes(32).toString('base64url')
  // Whoever comes first writes; everyone reads what was written.
  await writeFile(path, fresh, { flag: 'wx', mode: 0o600 }).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  await chmod(path, 0o600)
  return (await readFile(path, 'utf8')).trim()
}

/** What a browser keeps in place of the token: it opens the same door, and the token cannot be made from it. */
export const cookieValue = (token: string): string => createHmac('sha256', token).update('cookie').digest('base64url')

/** Compares secrets in a time that tells nothing about either. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
