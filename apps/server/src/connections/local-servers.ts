import type { LocalServerRow } from 'longhand/internal/client'
import { listModels } from './list-models.ts'

/** Where model servers of this machine are when nobody has moved them. */
export type LocalServer = { readonly name: string; readonly baseURL: string }

export const usualLocalServers: readonly LocalServer[] = [
  { name: 'ollama', baseURL: 'http://127.0.0.1:11434/v1' },
  { name: 'lm-studio', baseURL: 'http://127.0.0.1:1234/v1' },
]

/** A server on this machine answers at once, or is not there. */
const patienceMs = 800

/** The model servers that run on this machine and list at least one model. They are asked without any key. */
export async function findLocalServers(servers: readonly LocalServer[]): Promise<readonly LocalServerRow[]> {
  const found = servers.map(async (server): Promise<readonly LocalServerRow[]> => {
    const listing = await listModels({ ...server, key: null }, AbortSignal.timeout(patienceMs))
    const models = listing.type === 'answered' ? (listing.models ?? []) : []
    return models.length === 0 ? [] : [{ ...server, models }]
  })
  return (await Promise.all(found)).flat()
}
