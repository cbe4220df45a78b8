import { checkItems, givenMessages } from '../core/check-items.ts'
import type { Json } from '../core/json.ts'
import type { Message, Part } from '../core/message.ts'
import { readBlocks, writeBlocks } from './anthropic-blocks.ts'
import { type CallNames, type FormatReader, noRole } from './format-reader.ts'
import { isJsonObject, isList, type JsonObject, textOr } from './json-object.ts'
import type { SourceItem, TranscriptSource } from './source.ts'
import type { ReadMessage, Skipped } from './transcript.ts'

/** Anthropic messages: an array of them, or the body of a request with its system prompt. */
export const anthropic: FormatReader = { format: 'anthropic', recognises, read }

const markerTypes = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'server_tool_use'])

function recognises({ wrapper, items }: TranscriptSource): boolean {
  if (wrapper?.system !== undefined && items.every(({ value }) => value.role !== 'system')) return true
  return items.some(({ value }) => isList(value.content) && value.content.some(isMarker))
}

const isMarker = (block: Json): boolean =>
  isJsonObject(block) &&
  (markerTypes.has(textOr(block.type, '')) || (block.type !== 'file' && isJsonObject(block.source)))

function read({ wrapper, items }: TranscriptSource): readonly (ReadMessage | Skipped)[] {
  const names: CallNames = new Map()
  const { parts } = readBlocks(wrapper?.system, names)
  const system: readonly ReadMessage[] = parts.length === 0 ? [] : [{ message: { role: 'system', parts }, from: [] }]
  return [...system, ...items.flatMap(item => readItem(item, names))]
}

function readItem({ index, value }: SourceItem, names: CallNames): readonly (ReadMessage | Skipped)[] {
  const { role } = value
  if (role !== 'user' && role !== 'assistant' && role !== 'system') return [noRole(index)]
  return readAnthropicMessage(role, value.content, names).map(message => ({ message, from: [index] }))
}

/** One Anthropic message as our messages: its results come first, as a separate message. */
export function readAnthropicMessage(
  role: 'user' | 'assistant' | 'system',
  content: Json | undefined,
  names: CallNames,
): readonly Message[] {
  const { results, parts } = readBlocks(content, names)
  if (results.length === 0) return [{ role, parts }]
  const answers: Message = { role: 'tool', parts: results }
  return parts.length === 0 ? [answers] : [answers, { role, parts }]
}

/** Reads one message after the other, in order: a result takes the name of its tool from the call before it. */
export function createAnthropicReader(): (message: JsonObject) => readonly Message[] {
  const names: CallNames = new Map()
  return ({ role, content }) =>
    role === 'user' || role === 'assistant' || role === 'system' ? readAnthropicMessage(role, content, names) : []
}

/** What an Anthropic request holds of a conversation. */
export type AnthropicBody = { readonly system?: Json; readonly messages: readonly JsonObject[] }

/**
 * Writes messages for Anthropic: leading system messages become the system prompt, results the user's, and adjacent
 * messages of one role are joined, because the API needs alternating roles. Later system messages become the user's.
 */
export function toAnthropic(messages: readonly Message[]): AnthropicBody {
  checkItems(messages, givenMessages)
  const start = messages.findIndex(({ role }) => role !== 'system')
  const opening = start === -1 ? messages : messages.slice(0, start)
  const written: { readonly role: 'user' | 'assistant'; readonly parts: Part[] }[] = []
  for (const { role, parts } of messages.slice(opening.length)) {
    const side = role === 'assistant' ? 'assistant' : 'user'
    const before = written.at(-1)
    if (before?.role !== side) written.push({ role: side, parts: [...parts] })
    else for (const part of parts) before.parts.push(part)
  }
  const system = opening.flatMap(({ parts }) => parts)
  return {
    ...(system.length === 0 ? {} : { system: content(system) }),
    messages: written.map(({ role, parts }) => ({ role, content: content(parts) })),
  }
}

function content(parts: readonly Part[]): Json {
  const [only, ...others] = parts
  if (only === undefined) return ''
  const isPlain = only.type === 'text' && only.provider === undefined && only.text !== '' && others.length === 0
  return isPlain ? only.text : writeBlocks(parts)
}
