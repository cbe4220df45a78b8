import type { Json } from '../../core/json.ts'
import type { OpaquePart, Part } from '../../core/message.ts'
import { type Fields, isFields } from './json.ts'

const prefix = 'ai-sdk:'

/** Something of the AI SDK's that the core has no word for. */
export const opaque = (type: string, value: Json): OpaquePart => ({ type: 'opaque', kind: prefix + type, value })

/** What the AI SDK calls it; null for what comes from elsewhere. */
export const sdkType = (part: Part): string | null =>
  part.type === 'opaque' && part.kind.startsWith(prefix) ? part.kind.slice(prefix.length) : null

export const fieldsIn = ({ value }: OpaquePart): Fields => (isFields(value) ? value : {})
