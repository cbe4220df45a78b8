import type { Json } from '../../core/json.ts'

export type Fields = { readonly [key: string]: Json }

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value of the AI SDK as JSON: bytes become base64, URLs their text, and what JSON cannot hold is left out. */
export function plain(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'bigint') return String(value)
  if (value instanceof URL) return value.toString()
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('base64')
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object') return null
  if ('url' in value && value.url instanceof URL && 'originalUrl' in value) return plain(asWritten(value))
  if ('toJSON' in value && typeof value.toJSON === 'function') return plain(value.toJSON())
  const isKept = (entry: [string, unknown]) => entry[1] !== undefined && typeof entry[1] !== 'function'
  return Object.fromEntries(
    Object.entries(value)
      .filter(isKept)
      .map(([key, item]) => [key, plain(item)]),
  )
}

/** The AI SDK keeps an address beside its URL when the two are not written alike; one of them is enough. */
const asWritten = ({ originalUrl, ...others }: { originalUrl?: unknown }) => ({ ...others, url: originalUrl })
