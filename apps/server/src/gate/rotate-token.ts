import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The token before this one, and when it ends. */
export type FormerToken = { readonly token: string; readonly until: number }

export const formerTokenName = 'token-before'

/** What names the conversations of relayed clients, once the token has changed: they are to be found as before. */
export const relaySecretName = 'relay-secret'

/**
 * Gives a data folder a new token. The one before counts until a moment, or not at all; any that was before that does
 * not. Returns false when there is none yet. Servers notice by the file, which is replaced last and in one go.
 */
export async function rotateToken(folder: string, until: number | null): Promise<boolean> {
  const path = (name: string) => join(folder, name)
  const token = (await readFile(path('token'), 'utf8').catch(() => '')).trim()
  if (token === '') return false
  const options = { mode: 0o600 } as const
  await writeFile(path(relaySecretName), token, { ...options, flag: 'wx' }).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  if (until === null) await rm(path(formerTokenName), { force: true })
  else await replace(path(formerTokenName), JSON.stringify({ token, until } satisfies FormerToken))
  await replace(path('token'), randomBytes(32).toString('base64url'))
  return true
}

async function replace(path: string, text: string): Promise<void> {
  const aside = `${path}-${randomBytes(6).toString('hex')}`
  await writeFile(aside, text, { mode: 0o600, flag: 'wx' })
  await rename(aside, path)
}
