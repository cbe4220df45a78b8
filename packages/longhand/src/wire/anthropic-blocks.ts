import type { Json } from '../core/json.ts'
import type { FilePart, Part, ToolResultPart } from '../core/message.ts'
import type { CallNames } from './format-reader.ts'
import { fieldsFor, isJsonObject, isList, type JsonObject, otherFields, textOr } from './json-object.ts'

/** The blocks of one Anthropic message as parts; results separately, because they become another message. */
type Blocks = { readonly results: readonly ToolResultPart[]; readonly parts: readonly Part[] }

export function readBlocks(content: Json | undefined, names: CallNames): Blocks {
  if (typeof content === 'string')
    return { results: [], parts: content === '' ? [] : [{ type: 'text', text: content }] }
  const parts = (isList(content) ? content : [content ?? null]).flatMap(block => readBlock(block, names))
  const isResult = (part: Part): part is ToolResultPart => part.type === 'tool-result'
  return { results: parts.filter(isResult), parts: parts.filter(part => !isResult(part)) }
}

function readBlock(block: Json, names: CallNames): readonly Part[] {
  if (block === null) return []
  if (!isJsonObject(block)) return [{ type: 'opaque', kind: 'anthropic', value: block }]
  const kind = textOr(block.type, '')
  const read = readers.get(kind)?.(block, names)
  return [read ?? { type: 'opaque', kind: `anthropic:${kind}`, value: block }]
}

type ReadKind = (block: JsonObject, names: CallNames) => Part | null

/** By kind. A map: kinds are strangers' words, and every object has a `constructor`. */
const readers: ReadonlyMap<string, ReadKind> = new Map(
  Object.entries<ReadKind>({
    text: block =>
      typeof block.text === 'string' ? { type: 'text', text: block.text, ...provider(block, ['text']) } : null,
    thinking: block =>
      typeof block.thinking === 'string'
        ? { type: 'reasoning', text: block.thinking, ...provider(block, ['thinking']) }
        : null,
    redacted_thinking: block => ({
      type: 'reasoning',
      text: '',
      provider: { anthropic: { redactedData: block.data ?? '' } },
    }),
    tool_use: readCall,
    tool_result: readResult,
    image: block => readFile(block, 'image/*'),
    document: block => readFile(block, 'application/pdf'),
  }),
)

function readCall(block: JsonObject, names: CallNames): Part | null {
  if (typeof block.id !== 'string' || typeof block.name !== 'string') return null
  names.set(block.id, block.name)
  const { id: callId, name, input = {} } = block
  return { type: 'tool-call', callId, name, input, ...provider(block, ['id', 'name', 'input']) }
}

function readResult(block: JsonObject, names: CallNames): Part | null {
  if (typeof block.tool_use_id !== 'string') return null
  return {
    type: 'tool-result',
    callId: block.tool_use_id,
    name: names.get(block.tool_use_id) ?? 'unknown',
    outcome: block.is_error === true ? 'error' : 'ok',
    output: block.content ?? '',
    ...provider(block, ['tool_use_id', 'content', 'is_error']),
  }
}

function readFile(block: JsonObject, mediaType: string): FilePart | null {
  const from = isJsonObject(block.source) ? block.source : {}
  const name = textOr(block.title, '') || null
  const more = provider(block, ['source', 'title'])
  if (from.type === 'url' && typeof from.url === 'string') {
    return { type: 'file', mediaType, name, source: { type: 'url', url: from.url }, ...more }
  }
  if (from.type !== 'base64' || typeof from.data !== 'string') return null
  const source = { type: 'base64', data: from.data } as const
  return { type: 'file', mediaType: textOr(from.media_type, mediaType), name, source, ...more }
}

/** The other fields of a block, under the names that the AI SDK uses, so that they can be sent back unchanged. */
function provider(block: JsonObject, known: readonly string[]): { provider?: Json } {
  const left = otherFields(block, ['type', ...known])
  if (left === null) return {}
  const { cache_control: cacheControl, ...others } = left
  return { provider: { anthropic: cacheControl === undefined ? others : { ...others, cacheControl } } }
}

/** The blocks that stand for parts. A part that only another provider understands has no block. */
export function writeBlocks(parts: readonly Part[]): readonly JsonObject[] {
  return parts.map(writeBlock).filter(block => block !== null)
}

function writeBlock(part: Part): JsonObject | null {
  if (part.type === 'opaque') return part.kind.startsWith('anthropic:') && isJsonObject(part.value) ? part.value : null
  const more = providerFields(part.provider)
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text, ...more }
    case 'reasoning':
      if (more.redactedData !== undefined) return { type: 'redacted_thinking', data: more.redactedData }
      return { type: 'thinking', thinking: part.text, ...more }
    case 'tool-call':
      return { type: 'tool_use', id: part.callId, name: part.name, input: part.input, ...more }
    case 'tool-result':
      return writeResult(part, more)
    case 'file':
      return writeFile(part, more)
  }
}

function providerFields(provider: Json | undefined): JsonObject {
  const { cacheControl, ...others } = fieldsFor('anthropic', provider)
  return cacheControl === undefined ? others : { ...others, cache_control: cacheControl }
}

function writeResult(part: ToolResultPart, more: JsonObject): JsonObject {
  const { output } = part
  const content = typeof output === 'string' || isContent(output) ? output : JSON.stringify(output)
  const failed = part.outcome === 'ok' ? {} : { is_error: true }
  return { type: 'tool_result', tool_use_id: part.callId, content, ...failed, ...more }
}

/** Whether an output is a list of blocks already. Other JSON can only be sent as its text. */
const isContent = (output: Json): boolean =>
  isList(output) &&
  output.length > 0 &&
  output.every(block => isJsonObject(block) && contentTypes.has(textOr(block.type, '')))

const contentTypes = new Set(['text', 'image', 'document', 'search_result', 'tool_reference'])

function writeFile({ mediaType, name, source }: FilePart, more: JsonObject): JsonObject {
  const type = mediaType.startsWith('image/') ? 'image' : 'document'
  const title = name === null ? {} : { title: name }
  const from =
    source.type === 'url'
      ? { type: 'url', url: source.url }
      : { type: 'base64', media_type: mediaType, data: source.data }
  return { type, source: from, ...title, ...more }
}
