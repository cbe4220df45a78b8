import type { Json } from '../core/json.ts'
import type { Message, Part } from '../core/message.ts'
import { sameJson } from '../core/same-json.ts'

/** Whether two messages say the same. Marks for a provider's cache say nothing: apps move them from call to call. */
export const sameMessage = (one: Message, other: Message): boolean =>
  sameJson(one, other) || sameJson(withoutMarks(one), withoutMarks(other))

/** What a message says, however it is marked for a provider's cache. */
export const withoutMarks = ({ role, parts }: Message): Message => ({ role, parts: parts.flatMap(unmarked) })

function unmarked(part: Part): readonly Part[] {
  if (part.type === 'opaque') {
    // What an AI SDK message says about itself beside its parts.
    if (part.kind !== 'ai-sdk:message') return [part]
    const value = cleaned(part.value)
    return value === undefined ? [] : [{ ...part, value }]
  }
  const { provider, ...rest } = part
  const left = provider === undefined ? undefined : cleaned(provider)
  return [left === undefined ? rest : { ...rest, provider: left }]
}

/** Without marks, and without what held nothing else. */
function cleaned(value: Json): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const fields = Object.entries(value as Readonly<Record<string, Json>>).flatMap(([key, field]) => {
    const left = marks.has(key) ? undefined : cleaned(field)
    return left === undefined ? [] : [[key, left] as const]
  })
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}

const marks = new Set(['cacheControl', 'cache_control', 'cachePoint'])
