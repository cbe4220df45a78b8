import type { Json } from '../core/json.ts'
import type { ClientRequest } from './read-request.ts'
import { valueAt } from './scan-object.ts'

/** What the system says in a request, and said before it where its provider holds that. */
export function systemUpTo({ bytes, items, pieces, after }: ClientRequest): readonly Json[] | null {
  const said = pieces.filter(({ role }) => role === 'system').map(({ item }) => items[item]!)
  if (said.reduce((sum, { from, to }) => sum + to - from, 0) > maxLength) return null
  const all = [...(after?.system ?? []), ...said.map(slice => valueAt(bytes, slice) as Json)]
  const length = all.length === 0 ? 0 : JSON.stringify(all).length
  return length > maxLength ? null : all
}

/** More than people tell a model in advance. */
const maxLength = 200_000
