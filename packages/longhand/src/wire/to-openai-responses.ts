import type { Json } from '../core/json.ts'
import type { FilePart, Message, Part, ToolCallPart, ToolResultPart } from '../core/message.ts'
import { fieldsFor, isJsonObject, type JsonObject, textOr } from './json-object.ts'
import { itemIdOf } from './openai-responses.ts'
import { writeInput } from './tool-input.ts'

/** Writes messages as items of OpenAI's responses. What has an id is named by it, where that says enough. */
export function toOpenAIResponses(messages: readonly Message[]): readonly JsonObject[] {
  return messages.flatMap(({ role, parts }) => {
    if (role === 'tool') return parts.flatMap(part => (part.type === 'tool-result' ? [writeOutput(part)] : []))
    return role === 'assistant' ? writeSteps(parts) : [{ type: 'message', role, content: parts.flatMap(writeContent) }]
  })
}

function writeSteps(parts: readonly Part[]): readonly JsonObject[] {
  const named = new Set<string>()
  return parts.flatMap(part => {
    const id = itemIdOf(part)
    // Outputs name the call of a function by another id, so it has to be there in full.
    if (part.type === 'tool-call' && (id === null || id.startsWith('fc_'))) return [writeCall(part, id)]
    if (id === null) return writeUnnamed(part)
    if (named.has(id)) return []
    named.add(id)
    return [{ type: 'item_reference', id }]
  })
}

function writeCall({ callId, name, input, provider }: ToolCallPart, id: string | null): JsonObject {
  const { itemType, itemField = null } = fieldsFor('openai', provider)
  const named = id === null ? {} : { id }
  if (typeof itemType !== 'string')
    return { type: 'function_call', ...named, call_id: callId, name, arguments: writeInput(input) }
  const own = itemType === 'custom_tool_call' ? { name } : {}
  const asked = typeof itemField === 'string' ? { [itemField]: input } : isJsonObject(input) ? input : {}
  return { type: itemType, ...named, call_id: callId, ...own, ...asked }
}

/** What has no name is written in words. Reasoning has none that the API takes, and its own steps are told by the answer. */
function writeUnnamed(part: Part): readonly JsonObject[] {
  const content =
    part.type === 'text'
      ? { type: 'output_text', text: part.text }
      : part.type === 'opaque' && isContent(part.value)
        ? part.value
        : null
  return content === null ? [] : [{ type: 'message', role: 'assistant', content: [content] }]
}

const isContent = (value: Json): boolean => isJsonObject(value) && /^(refusal|output_)/.test(textOr(value.type, ''))

/** A message that names nothing of its provider: its items are written in words, or not at all. */
export const withoutItemIds = ({ role, parts }: Message): Message => ({ role, parts: parts.flatMap(withoutItemId) })

function withoutItemId(part: Part): readonly Part[] {
  if (itemIdOf(part) === null) return [part]
  if (part.type === 'opaque' || part.type === 'reasoning') return []
  const { itemId: _, ...others } = fieldsFor('openai', part.provider)
  return [{ ...part, provider: { openai: others } }]
}

const writeOutput = ({ callId, output, provider }: ToolResultPart): JsonObject => ({
  type: fieldsFor('openai', provider).itemType ?? 'function_call_output',
  call_id: callId,
  output: typeof output === 'string' || typeof output === 'object' ? output : JSON.stringify(output),
})

/** What people say has no other parts than these. */
const writeContent = (part: Part): readonly Json[] =>
  part.type === 'text'
    ? [{ type: 'input_text', text: part.text }]
    : part.type === 'file'
      ? [writeFile(part)]
      : part.type === 'opaque'
        ? [part.value]
        : []

function writeFile({ mediaType, name, source, provider }: FilePart): Json {
  const url = source.type === 'url' ? source.url : `data:${mediaType};base64,${source.data}`
  const { imageDetail: detail } = fieldsFor('openai', provider)
  if (mediaType.startsWith('image/'))
    return { type: 'input_image', image_url: url, ...(detail === undefined ? {} : { detail }) }
  const named = name === null ? {} : { filename: name }
  return { type: 'input_file', ...named, ...(source.type === 'url' ? { file_url: url } : { file_data: url }) }
}
