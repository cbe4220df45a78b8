import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type FormerToken, formerTokenName, relaySecretName } from './rotate-token.ts'
import { readToken, sameSecret } from './token.ts'

/** The tokens that count at the moment. */
export type Tokens = {
  /** Signs what is given out now. */
  current(): string
  /** All that count, with when each ends; the current one does not. */
  all(): readonly TokenInForce[]
  /** Names what clients of the relay bring, whichever token is in force. */
  readonly relaySecret: string
}

export type TokenInForce = { readonly token: string; readonly until: number | null }

/** Whether a secret is one of these tokens. */
export const isAmong = ({ all }: Tokens, shown: string): TokenInForce | null =>
  all().find(({ token }) => sameSecret(shown, token)) ?? null

/** A token that stays what it is. */
export const fixedToken = (token: string): Tokens => ({
  current: () => token,
  all: () => [{ token, until: null }],
  relaySecret: token,
})

/** The tokens of a data folder. `longhand token --rotate` changes them while servers run, so every look is at the file. */
export async function openTokens(folder: string, now: () => number = Date.now): Promise<Tokens> {
  const path = (name: string) => join(folder, name)
  await readToken(folder)
  let stamp = stampOf(path('token'))
  let token = await readToken(folder)
  let former = readFormer(path(formerTokenName))
  const look = () => {
    const found = stampOf(path('token'))
    // Someone who has deleted it wants another one at the next start.
    if (found === null || found === stamp) return
    const text = readFileSync(path('token'), 'utf8').trim()
    if (text === '') return
    ;[token, former, stamp] = [text, readFormer(path(formerTokenName)), found]
  }
  return {
    current() {
      look()
      return token
    },
    all() {
      look()
      return [{ token, until: null }, ...(former !== null && former.until > now() ? [former] : [])]
    },
    relaySecret: readText(path(relaySecretName)) ?? token,
  }
}

/** Which file it is and when it was written; null when there is none. */
function stampOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.ino} ${found.mtimeNs}`
}

function readFormer(path: string): FormerToken | null {
  const text = readText(path)
  try {
    const { token, until } = JSON.parse(text ?? '') as FormerToken
    return typeof token === 'string' && token !== '' && Number.isFinite(until) ? { token, until } : null
  } catch {
    return null
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim() || null
  } catch {
    return null
  }
}
