import type { Json } from '../core/json.ts'
import { isJsonObject, isList, textOr } from '../wire/json-object.ts'
import { hashOf } from './hash-of.ts'

/** H4.17 what a provider holds up to an answer, besides the messages: neither comes again with a request that goes on from there. */
export type HeldState = {
  /** What its view made of the past. */
  readonly view: string
  /** What the system said, as items of requests; null when that is too long to be kept. */
  readonly system: readonly Json[] | null
}

/** The same as it is noted beside the answer's entry. What many answers have in common is noted with the first of them. */
export type HeldMeta = { readonly view: string; readonly system?: readonly Json[] | string | null }

export const readHeldMeta = (about: Json | null): HeldMeta => {
  const { view, system } = isJsonObject(about) ? about : {}
  const read = isList(system) || typeof system === 'string' ? system : null
  return { view: textOr(view, ''), ...(system === undefined ? {} : { system: read }) }
}

export const systemKey = (system: readonly Json[]): string => hashOf(JSON.stringify(system))
