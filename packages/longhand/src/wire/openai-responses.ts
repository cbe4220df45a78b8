import type { Json } from '../core/json.ts'
import type { Message, Part } from '../core/message.ts'
import { type CallNames, type FormatReader, noRole } from './format-reader.ts'
import { fieldsFor, isJsonObject, isList, type JsonObject, otherFields, textOr } from './json-object.ts'
import { fileAt } from './openai-content.ts'
import type { SourceItem, TranscriptSource } from './source.ts'
import { readInput } from './tool-input.ts'
import type { ReadMessage, Skipped } from './transcript.ts'

/** Items of OpenAI's responses API: an array, or a request or response around it. */
export const openaiResponses: FormatReader = { format: 'openai-responses', recognises, read }

const itemType = /^(reasoning|item_reference|compaction|\w+_call|\w+_call_output)$/
const contentType = /^(input|output)_(text|image|file)$/

function recognises({ items }: TranscriptSource): boolean {
  return items.some(({ value }) => itemType.test(textOr(value.type, '')) || hasContentParts(value))
}

const hasContentParts = ({ content }: JsonObject): boolean =>
  isList(content) && content.some(part => isJsonObject(part) && contentType.test(textOr(part.type, '')))

function read({ wrapper, items }: TranscriptSource): readonly (ReadMessage | Skipped)[] {
  const { instructions } = wrapper ?? {}
  const system: ReadMessage[] =
    typeof instructions === 'string' && instructions !== '' ? [systemMessage(instructions, [])] : []
  return [...system, ...readItems(items)]
}

export const systemMessage = (text: string, from: readonly number[]): ReadMessage => ({
  message: { role: 'system', parts: [{ type: 'text', text }] },
  from,
})

/**
 * Everything the assistant thought, said and called before anyone else spoke is one message: the API has separate items
 * for it, and calls made together must stay together.
 */
export function readItems(items: readonly SourceItem[]): readonly (ReadMessage | Skipped)[] {
  const names: CallNames = new Map()
  const found: (ReadMessage | Skipped)[] = []
  let open: { readonly parts: Part[]; readonly from: number[] } | null = null
  for (const { index, value } of items) {
    const message = readResponsesItem(value, names)
    if (message?.role !== 'assistant') {
      open = null
      found.push(message === null ? noRole(index) : { message, from: [index] })
      continue
    }
    if (open === null) {
      open = { parts: [], from: [] }
      found.push({ message: { role: 'assistant', parts: open.parts }, from: open.from })
    }
    for (const part of message.parts) open.parts.push(part)
    open.from.push(index)
  }
  return found
}

/** One item of the responses API as a message of ours; null for one without a role that we know. */
export function readResponsesItem(item: JsonObject, names: CallNames): Message | null {
  const type = textOr(item.type, 'message')
  if (type === 'message') return readMessage(item)
  if (type.endsWith('_output') && typeof item.call_id === 'string') return readOutput(item, names)
  return { role: 'assistant', parts: [readStep(type, item, names)] }
}

function readMessage(item: JsonObject): Message | null {
  const role = item.role === 'developer' ? 'system' : item.role
  if (role !== 'system' && role !== 'user' && role !== 'assistant') return null
  if (typeof item.content === 'string') return { role, parts: [{ type: 'text', text: item.content }] }
  const parts = (isList(item.content) ? item.content : []).map(part => readContent(part, item))
  return { role, parts }
}

function readContent(part: Json, item: JsonObject): Part {
  if (!isJsonObject(part)) return { type: 'opaque', kind: 'openai-responses:content', value: part }
  const isText = part.type === 'input_text' || part.type === 'output_text' || part.type === 'text'
  if (isText && typeof part.text === 'string') return { type: 'text', text: part.text, ...itemId(item) }
  if (part.type === 'input_image' && typeof part.image_url === 'string') {
    const detail = part.detail === undefined ? {} : { provider: { openai: { imageDetail: part.detail } } }
    return { ...fileAt(part.image_url, 'image/*'), ...detail }
  }
  if (part.type === 'input_file' && typeof part.file_data === 'string') {
    return { ...fileAt(part.file_data, 'application/pdf'), name: textOr(part.filename, '') || null }
  }
  return { type: 'opaque', kind: `openai-responses:${textOr(part.type, 'content')}`, value: part }
}

/** The API knows stored items by their id; the AI SDK sends it under this name. */
const itemId = ({ id }: JsonObject): { provider?: Json } =>
  typeof id === 'string' ? { provider: { openai: { itemId: id } } } : {}

/** The id by which the API knows the item that a part is of; null for one that is not an item of an answer. */
export function itemIdOf(part: Part): string | null {
  if (part.type === 'opaque') return isJsonObject(part.value) ? textOr(part.value.id, '') || null : null
  return textOr(fieldsFor('openai', part.provider).itemId, '') || null
}

function readStep(type: string, item: JsonObject, names: CallNames): Part {
  if (type === 'reasoning') return readReasoning(item)
  const callId = textOr(item.call_id, '')
  // The API's own tools have no name but their type: `shell_call`, `apply_patch_call`, `computer_call`.
  const name = textOr(item.name, '') || (type.endsWith('_call') ? type.slice(0, -'_call'.length) : '')
  if (callId === '' || name === '') return { type: 'opaque', kind: `openai-responses:${type}`, value: item }
  names.set(callId, name)
  const call = { type: 'tool-call', callId, name, ...itemId(item) } as const
  if (type === 'function_call') return { ...call, input: readInput(textOr(item.arguments, '')).input }
  const itemField = ['input', 'action'].find(field => (item[field] ?? null) !== null) ?? null
  const input = itemField === null ? (otherFields(item, aboutCall) ?? {}) : item[itemField]!
  // What its type and its words are called, so that it can be written again.
  return { ...call, input, provider: { openai: { ...fieldsFor('openai', call.provider), itemType: type, itemField } } }
}

/** What says which call it is, and not what is asked of the tool. */
const aboutCall = ['type', 'id', 'call_id', 'name', 'status', 'created_by']

function readReasoning(item: JsonObject): Part {
  const texts = [item.summary, item.content].flatMap(list => (isList(list) ? list : []))
  const text = texts
    .flatMap(part => (isJsonObject(part) && typeof part.text === 'string' ? [part.text] : []))
    .join('\n\n')
  const sealed = typeof item.encrypted_content === 'string' ? { reasoningEncryptedContent: item.encrypted_content } : {}
  const kept = { ...(typeof item.id === 'string' ? { itemId: item.id } : {}), ...sealed }
  return { type: 'reasoning', text, ...(Object.keys(kept).length === 0 ? {} : { provider: { openai: kept } }) }
}

function readOutput(item: JsonObject, names: CallNames): Message {
  const callId = textOr(item.call_id, '')
  const name = names.get(callId) ?? 'unknown'
  const result = { type: 'tool-result', callId, name, outcome: 'ok', output: item.output ?? '' } as const
  // The API's own tools want their own type of output.
  const own = item.type === 'function_call_output' ? {} : { provider: { openai: { itemType: item.type ?? null } } }
  return { role: 'tool', parts: [{ ...result, ...own }] }
}
