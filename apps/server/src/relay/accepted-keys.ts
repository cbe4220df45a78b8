import { createHmac, randomBytes } from 'node:crypto'
import { BoundedMap } from 'longhand/internal/core'

/** H4.37 the keys of clients that their providers have let in, as far as this process knows. None is held: each is known by a digest. */
export type AcceptedKeys = {
  has(key: ShownKey): boolean
  add(key: ShownKey): void
  forget(key: ShownKey): void
}

/** What an owner shows to a provider in its headers. */
export type ShownKey = { readonly owner: string; readonly baseURL: string; readonly shown: readonly string[] }

/** More than programs that talk to one server in an hour. */
const maxKeys = 10_000

export function createAcceptedKeys(): AcceptedKeys {
  const secret = randomBytes(32)
  const accepted = new BoundedMap<true>(maxKeys)
  const digestOf = ({ owner, baseURL, shown }: ShownKey): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([owner, baseURL, ...shown]))
      .digest('base64url')
  return {
    has: key => accepted.get(digestOf(key)) === true,
    add: key => accepted.set(digestOf(key), true),
    forget: key => accepted.delete(digestOf(key)),
  }
}
