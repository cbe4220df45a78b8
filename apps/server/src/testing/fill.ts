import { chunksOf } from './chunks.ts'
import type { Started } from './start.ts'

/** A conversation in which a few things were said and answered. */
export async function fill({ api }: Started, texts: readonly string[]): Promise<string> {
  const { id } = await api.create()
  for (const [at, text] of texts.entries()) await chunksOf(await api.send(id, { clientId: `m${at + 1}`, text }, {}))
  return id
}

/** Asks the server as a program would, and returns the answer as it came. */
export function ask({ url, token }: Started, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
