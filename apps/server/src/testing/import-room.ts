import { createHash } from 'node:crypto'
import type { Storage } from 'longhand/internal/engine'
import { hasPostgres, postgresForTests } from 'longhand/internal/testing'
import { openMemory } from 'longhand/memory'
import type { Started } from './start.ts'

/** The storages that transfers are tried on, each with a way to close it. */
export const transferStorages: Readonly<Record<string, () => Promise<StorageRoom>>> = {
  memory: async () => ({ storage: openMemory(), close: async () => {} }),
  ...(hasPostgres() ? { Postgres: () => postgresForTests() } : {}),
}

export type StorageRoom = { readonly storage: Storage; readonly close: () => Promise<void> }

/** Sends a body to be brought in, as it is. */
export const bring = (server: Started, body: string | Uint8Array, type = 'application/x-ndjson'): Promise<Response> =>
  fetch(`${server.url}/api/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': type },
    body: body as BodyInit,
  })

/** The lines of an export with the hashes that they would have had. */
export function withHashes(lines: readonly string[]): string {
  const written: string[] = []
  let start = 0
  const sha = (part: readonly string[]) =>
    createHash('sha256')
      .update(part.map(line => `${line}\n`).join(''))
      .digest('hex')
  for (const line of lines) {
    const record = JSON.parse(line)
    if (record?.type === 'conversation') start = written.length
    if (record?.type === 'conversation-end') record.hash = sha(written.slice(start))
    if (record?.type === 'end') record.hash = sha(written)
    written.push(record !== null && typeof record === 'object' && 'hash' in record ? JSON.stringify(record) : line)
  }
  return written.map(line => `${line}\n`).join('')
}
