import type { Json } from '../../core/json.ts'
import type { OpaquePart, Part } from '../../core/message.ts'
import { type Fields, isFields } from './json.ts'

const prefix = 'ai-sdk:'

/** A part of the AI SDK without a counterpart in the core. */
export const opaque = (type: string, value: Json): OpaquePart => ({ type: 'opaque', kind: prefix + type, value })

/** Its type in the AI SDK; null when it comes from elsewhere. */
export const sdkType = (part: Part): string | null =>
  part.type === 'opaque' && part.kind.startsWith(prefix) ? part.kind.slice(prefix.length) : null

export const fieldsIn = ({ value }: OpaquePart): Fields => (isFields(value) ? value : {})
