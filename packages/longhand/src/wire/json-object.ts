import type { Json } from '../core/json.ts'

/** A JSON object with unknown fields. */
export type JsonObject = { readonly [key: string]: Json }

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

export const textOr = (value: Json | undefined, fallback: string): string =>
  typeof value === 'string' ? value : fallback

/** The fields that a part carries for a provider. */
export const fieldsFor = (name: string, provider: Json | undefined): JsonObject => {
  const fields = isJsonObject(provider) ? provider[name] : undefined
  return isJsonObject(fields) ? fields : {}
}

/** The fields a reader does not use, or null. Fields that are null or an empty list do not count. */
export function otherFields(fields: JsonObject, known: readonly string[]): JsonObject | null {
  const isLeft = ([key, value]: [string, Json]) =>
    !known.includes(key) && value !== null && !(isList(value) && value.length === 0)
  const left = Object.entries(fields).filter(isLeft)
  return left.length === 0 ? null : Object.fromEntries(left)
}
