import type { Json } from '../core/json.ts'

/** A JSON object of which nothing is known yet. */
export type Fields = { readonly [key: string]: Json }

export const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

export const textOr = (value: Json | undefined, fallback: string): string =>
  typeof value === 'string' ? value : fallback

/** The fields a reader has no place for, or null. Fields that are null or an empty list say nothing. */
export function otherFields(fields: Fields, known: readonly string[]): Fields | null {
  const says = ([key, value]: [string, Json]) =>
    !known.includes(key) && value !== null && !(isList(value) && value.length === 0)
  const left = Object.entries(fields).filter(says)
  return left.length === 0 ? null : Object.fromEntries(left)
}
