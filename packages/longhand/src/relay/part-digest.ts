import type { Json } from '../core/json.ts'
import type { Message, Part, Role } from '../core/message.ts'
import { canonicalJson } from './canonical-json.ts'
import { hashOf } from './hash-of.ts'

/** What of a part makes it the same part again, whatever its client changes around it. */
export type PartDigest = { readonly role: Role; readonly type: Part['type']; readonly digest: string }

/** The parts of a message by which its conversation is known, in order. */
export const digestsOf = ({ role, parts }: Message): readonly PartDigest[] =>
  parts.flatMap(part => {
    const words = role === 'system' ? null : identityOf(role, part)
    return words === null ? [] : [{ role, type: part.type, digest: digestOf(words) }]
  })

/** Null for what clients drop, move or rewrite at will: reasoning, empty texts. */
function identityOf(role: Role, part: Part): readonly string[] | null {
  switch (part.type) {
    case 'text': {
      const text = part.text.trim()
      return text === '' ? null : [role, 'text', text]
    }
    case 'reasoning':
      return null
    case 'tool-call':
      return [role, 'call', part.callId, part.name, canonicalJson(part.input)]
    case 'tool-result':
      // H4.9 its words may be shortened later; the call is the provider's and nobody else's.
      return [role, 'result', part.callId]
    case 'file':
      return [role, 'file', part.source.type, part.source.type === 'url' ? part.source.url : part.source.data]
    case 'opaque': {
      const left = withoutMarks(part.value)
      return left === null ? null : [role, 'other', canonicalJson(left)]
    }
  }
}

/** Fields that clients and providers add and drop without a word being different. */
const marks = new Set(['cache_control', 'id', 'status', 'annotations', 'role', 'reasoning', 'reasoning_details'])

function withoutMarks(value: Json): Json | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const left = Object.entries(value).filter(([key]) => !marks.has(key))
  return left.length === 0 ? null : Object.fromEntries(left)
}

/** Each word with its length, so that no two lists of words read the same. In one go: most are long, and many. */
const digestOf = (words: readonly string[]): string =>
  hashOf(words.map(word => `${word.length}:${word}`).join('')).slice(0, 22)
