import type { Json } from '../core/json.ts'
import type { ClientRequest } from './read-request.ts'
import { valueAt } from './scan-object.ts'

/** What the system says in a request, and said before it where its provider holds that. */
export function systemUpTo({ bytes, items, pieces, after }: ClientRequest): readonly Json[] | null {
  const said = pieces.filter(({ role }) => role === 'system').map(({ item }) => valueAt(bytes, items[item]!) as Json)
  const all = [...(after?.system ?? []), ...said]
  const length = all.length === 0 ? 0 : JSON.stringify(all).length
  return length > maxLength ? null : all
}

/** More than people tell a model in advance. */
const maxLength = 200_000
