import { isPart } from '../../core/check-message.ts'
import { asJson } from '../../core/json.ts'
import type { OpaquePart, Part, Role } from '../../core/message.ts'
import { type Fields, isFields } from './json.ts'
import { isEmpty, noteOf, putOurs, restore, takeOurs, withField } from './note.ts'

/** How one kind of the AI SDK's parts is read and written, as JSON, regardless of what gets lost. */
export type Side = {
  readonly name: 'model' | 'ui'
  readonly options: 'providerOptions' | 'providerMetadata'
  readonly read: (fields: Fields, role: Role) => Part
  /** Null when a message of this role has no place for the part. */
  readonly write: (part: Part, role: Role) => Fields | null
}

/** Our part for one of the AI SDK's; what would get lost on the way back is kept as a note. */
export function carryIn(whole: Fields, role: Role, side: Side): Part {
  const { ours, options } = takeOurs(whole[side.options], 'core')
  const fields = withField(whole, side.options, options)
  const part = side.read(fields, role)
  if (part.type === 'opaque') return part
  const lost = noteOf(side.name, fields, side.write(part, role) ?? {})
  const kept = withProvider(part, putOurs(optionsOf(part), lost))
  const restored = restore(fieldsOf(kept), ours.core)
  // A note that makes no part of it was written by someone else.
  return isPart(restored) ? restored : kept
}

/** The AI SDK's part for one of ours; what would get lost on the way back is kept as a note. */
export function carryOut(part: Part, role: Role, side: Side): Fields | null {
  const { bare, ours } = takeNotes(part, side.name)
  const written = side.write(bare, role)
  if (written === null || part.type === 'opaque') return written
  const fields = restore(written, ours[side.name])
  const lost = noteOf('core', fieldsOf(bare), fieldsOf(side.read(fields, role)))
  return withField(fields, side.options, putOurs(fields[side.options] as Fields | undefined, lost))
}

/** What a part carries for its provider, when it has the form the AI SDK gives it: options under each provider's name. */
export function optionsOf(part: Part): Fields | undefined {
  const provider = part.type === 'opaque' ? undefined : part.provider
  return isFields(provider) && !isEmpty(provider) && Object.values(provider).every(isFields) ? provider : undefined
}

/** A part without the notes that it carries for one side, and those notes. */
export function takeNotes<Given extends Part>(part: Given, name: Side['name']): { bare: Given; ours: Fields } {
  const given = optionsOf(part)
  const { ours, options } = takeOurs(given, name)
  if (given === undefined) return { bare: part, ours }
  return { bare: withProvider(part as Given & Exclude<Part, OpaquePart>, options), ours }
}

/** A part with these options of providers, or without any. */
export function withProvider<Given extends Exclude<Part, OpaquePart>>(part: Given, options: Fields | undefined): Given {
  const { provider: _, ...others } = part
  return (options === undefined ? others : { ...others, provider: options }) as Given
}

export const fieldsOf = (part: Part): Fields => asJson(part) as Fields
