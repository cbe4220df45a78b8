import type { Json } from '../core/json.ts'
import type { FilePart, Message, Part, ToolCallPart, ToolResultPart } from '../core/message.ts'
import { fieldsFor, isJsonObject, type JsonObject } from './json-object.ts'
import { itemIdOf } from './openai-responses.ts'
import { writeInput } from './tool-input.ts'

/** Writes messages as items of OpenAI's responses. What the provider holds under an id is named by it. */
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

const writeCall = ({ callId, name, input }: ToolCallPart, id: string | null): JsonObject => ({
  type: 'function_call',
  ...(id === null ? {} : { id }),
  call_id: callId,
  name,
  arguments: writeInput(input),
})

/** Reasoning without an id is nothing that the API takes. */
function writeUnnamed(part: Part): readonly JsonObject[] {
  if (part.type === 'opaque' && isJsonObject(part.value) && part.kind !== contentKind) return [part.value]
  if (part.type !== 'text') return []
  return [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: part.text }] }]
}

const contentKind = 'openai-responses:content'

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

function writeFile({ mediaType, name, source }: FilePart): Json {
  const url = source.type === 'url' ? source.url : `data:${mediaType};base64,${source.data}`
  if (mediaType.startsWith('image/')) return { type: 'input_image', image_url: url }
  const named = name === null ? {} : { filename: name }
  return { type: 'input_file', ...named, ...(source.type === 'url' ? { file_url: url } : { file_data: url }) }
}
