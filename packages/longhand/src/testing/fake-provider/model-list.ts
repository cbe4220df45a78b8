import type { IncomingHttpHeaders } from 'node:http'
import type { Json } from '../../core/json.ts'
import { keyOf } from './request.ts'

/** What a fake knows about itself: the models that it lists, and the only key that it takes. */
export type ListedModels = { readonly models?: readonly string[]; readonly key?: string }

/** What a provider answers to a `GET` below its base URL: its models, in the shape that the headers ask for; null for nothing. */
export function listAnswer(
  path: string,
  headers: IncomingHttpHeaders,
  { models, key }: ListedModels,
): { readonly status: number; readonly body: Json } | null {
  const asked = /\/(models|key)$/.exec(path)?.[1]
  if (asked === undefined || models === undefined) return null
  const refused = key !== undefined && keyOf(headers) !== key
  // OpenRouter lists its models to everyone; who wants to know whether a key is good asks about the key.
  if (asked === 'key') return refused ? refusal : { status: 200, body: { data: { label: 'a key', usage: 0 } } }
  if (refused) return refusal
  if (headers['x-goog-api-key'] !== undefined) return { status: 200, body: { models: models.map(googleModel) } }
  if (headers['anthropic-version'] !== undefined) return { status: 200, body: { data: models.map(anthropicModel) } }
  return { status: 200, body: { object: 'list', data: models.map(id => ({ id, object: 'model', owned_by: 'fake' })) } }
}

const refusal = { status: 401, body: { error: { type: 'authentication_error', message: 'invalid x-api-key' } } }

const anthropicModel = (id: string): Json => ({ type: 'model', id, display_name: id })

const googleModel = (id: string): Json => ({
  name: `models/${id}`,
  supportedGenerationMethods: [id.includes('embed') ? 'embedContent' : 'generateContent'],
})
