import type { Json } from '../core/json.ts'
import type { Message, Part, Role } from '../core/message.ts'
import { isJsonObject, isList } from '../wire/json-object.ts'
import { extraFieldsKind } from '../wire/openai-chat.ts'
import { canonicalJson } from './canonical-json.ts'
import { hashOf } from './hash-of.ts'

/** What of a part makes it the same part again, whatever its client changes around it. */
export type PartDigest = {
  readonly role: Role
  readonly type: Part['type']
  readonly digest: string
  /** A call whose id other conversations have as well. */
  readonly repeats?: true
}

/** The parts of a message by which its conversation is known, in order. */
export const digestsOf = ({ role, parts }: Message): readonly PartDigest[] =>
  parts.flatMap(part => digestOf(role, part) ?? [])

/** What a part is known by; null where its conversation is not known by it. */
export function digestOf(role: Role, part: Part): PartDigest | null {
  const words = identityOf(role, part)
  if (words === null) return null
  const repeats = part.type === 'tool-call' && isCounted(part.callId) ? ({ repeats: true } as const) : {}
  return { role, type: part.type, digest: hashOfWords(words), ...repeats }
}

/** How many parts of a message its conversation is known by. */
export const countKnown = ({ role, parts }: Message): number =>
  parts.reduce((known, part) => (identityOf(role, part) === null ? known : known + 1), 0)

/** Null for what clients drop, move or rewrite at will: what the system says, reasoning, empty texts. */
function identityOf(role: Role, part: Part): readonly string[] | null {
  if (role === 'system') return null
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
      // H4.9 its words may be shortened later; the call is the provider's and nobody else's, unless calls are only counted.
      return [role, 'result', part.callId, ...(isCounted(part.callId) ? [wordsOf(part.output)] : [])]
    case 'file':
      return [role, 'file', part.source.type, part.source.type === 'url' ? part.source.url : part.source.data]
    case 'opaque': {
      const left = role === 'assistant' && part.kind === extraFieldsKind ? saidIn(part.value) : withoutMarks(part.value)
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

/** Fields beside the content in which a model says something. Providers and gateways add others, and clients do not send them back. */
const said = ['refusal', 'audio', 'function_call']

function saidIn(value: Json): Json | null {
  const left = isJsonObject(value) ? Object.entries(value).filter(([key]) => said.includes(key)) : []
  return left.length === 0 ? null : Object.fromEntries(left)
}

/**
 * Whether the id of a call is a number that every conversation counts anew: `functions.bash:0`, `call_0`, `0`, or none at all.
 * Then the same id stands for other calls elsewhere, or after a person has gone back.
 */
const isCounted = (id: string): boolean => counted.test(id)
const counted = /^([\w.-]+:|(call|tool|function)[_-]?)?\d{0,4}$/

/** What a tool returned, whether it came as a text or as a list of texts. */
function wordsOf(output: Json): string {
  const isText = (block: Json): block is { readonly text: string } =>
    isJsonObject(block) && typeof block.text === 'string'
  if (typeof output === 'string') return output.trim()
  if (!isList(output)) return canonicalJson(output)
  return output
    .map(block => (isText(block) ? block.text : canonicalJson(withoutMarks(block))))
    .join('')
    .trim()
}

/** Each word with its length, so that no two lists of words read the same. In one go: most are long, and many. */
const hashOfWords = (words: readonly string[]): string =>
  hashOf(words.map(word => `${word.length}:${word}`).join('')).slice(0, 22)
