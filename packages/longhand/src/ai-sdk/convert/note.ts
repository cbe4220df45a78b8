import type { Json } from '../../core/json.ts'
import { sameJson } from '../../core/same-json.ts'
import { type Fields, isFields } from './json.ts'

/**
 * Fields of one side that the other has no place for. Each side carries the other's notes in its provider options, under
 * a name that no provider reads, so that converting there and back loses nothing, not even unknown fields.
 * Notes named `core` travel with the AI SDK's messages; those named `model` and `ui` with ours.
 */
export type Note = { readonly set: Fields; readonly drop: readonly string[] }

/** What is lost when `whole` is converted there and back; empty when nothing is. */
export function noteOf(name: 'core' | 'model' | 'ui', whole: Fields, again: Fields): Fields {
  if (sameJson(whole, again)) return nothing
  const set = Object.entries(whole).filter(([key, value]) => !sameJson(value, again[key]))
  const drop = Object.keys(again).filter(key => !Object.hasOwn(whole, key))
  return { [name]: { set: Object.fromEntries(set), drop } }
}

const nothing: Fields = {}

/** Adds what was lost. */
export function restore(again: Fields, note: Json | undefined): Fields {
  if (!isNote(note)) return again
  const drop = new Set(note.drop)
  const kept = Object.entries(again).filter(([key]) => !drop.has(key))
  return { ...Object.fromEntries(kept), ...note.set }
}

const isNote = (note: Json | undefined): note is Note =>
  isFields(note) && isFields(note.set) && Array.isArray(note.drop)

/** Splits provider options into our fields with these names, and the rest. */
export function takeOurs(options: Json | undefined, ...names: readonly string[]): { ours: Fields; options?: Fields } {
  if (!isFields(options) || isEmpty(options)) return { ours: {} }
  const { longhand, ...others } = options
  if (!isFields(longhand)) return { ours: {}, options }
  const isOurs = ([name]: [string, Json]) => names.includes(name)
  const ours = Object.fromEntries(Object.entries(longhand).filter(isOurs))
  const rest = Object.fromEntries(Object.entries(longhand).filter(entry => !isOurs(entry)))
  const left = isEmpty(rest) ? others : { ...others, longhand: rest }
  return isEmpty(left) ? { ours } : { ours, options: left }
}

export function putOurs(options: Fields | undefined, ours: Fields): Fields | undefined {
  if (isEmpty(ours)) return options
  return { ...options, longhand: { ...(isFields(options?.longhand) ? options.longhand : {}), ...ours } }
}

export const isEmpty = (fields: Fields): boolean => Object.keys(fields).length === 0

/** The options that a part carries for its provider, if there are any. */
export const providerIn = (options: Json | undefined): { provider?: Json } =>
  options === undefined ? {} : { provider: options }

/** The fields with this one set, or without it. */
export function withField(fields: Fields, key: string, value: Json | undefined): Fields {
  if (value === undefined && !Object.hasOwn(fields, key)) return fields
  const { [key]: _, ...others } = fields
  return value === undefined ? others : { ...others, [key]: value }
}
