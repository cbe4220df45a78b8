import type { ToolResultPart as ModelResult } from 'ai'
import type { Json } from '../../core/json.ts'
import type { ToolResultPart } from '../../core/message.ts'
import { revive } from './file.ts'
import { type Fields, isFields } from './json.ts'

/** A tool's output, and the AI SDK's form of it if that is not the default one. */
type ConvertedOutput = Pick<ToolResultPart, 'outcome' | 'output'> & { readonly form?: string }

export function readOutput(output: Fields): ConvertedOutput {
  const read = meaning(output)
  return writeOutput(read).type === output.type ? read : { ...read, form: String(output.type) }
}

function meaning({ type, value = null, reason = null }: Fields): ConvertedOutput {
  if (type === 'execution-denied') return { outcome: 'denied', output: reason }
  return { outcome: type === 'error-text' || type === 'error-json' ? 'error' : 'ok', output: value }
}

/** The output as JSON; `sendable` turns it into what the AI SDK takes. */
export function writeOutput({ outcome, output, form }: ConvertedOutput): Fields {
  switch (outcome) {
    case 'ok':
      return okOutput(output, form)
    case 'error':
      return typeof output === 'string' && form !== 'error-json'
        ? { type: 'error-text', value: output }
        : { type: 'error-json', value: output }
    case 'denied':
      return { type: 'execution-denied', ...(output === null ? {} : { reason: asText(output) }) }
    case 'missing':
      return { type: 'error-text', value: asText(output) }
  }
}

function okOutput(output: Json, form: string | undefined): Fields {
  if (typeof output === 'string' && form !== 'json') return { type: 'text', value: output }
  const content = form === 'json' ? null : contentOf(output, form)
  return content === null ? { type: 'json', value: output } : { type: 'content', value: content }
}

/** Texts and images as a list: the AI SDK's own items, or blocks as Anthropic and MCP write them. */
function contentOf(output: Json, form: string | undefined): readonly Json[] | null {
  if (!Array.isArray(output)) return null
  if (form === 'content') return output
  const items = output.map(item => (isFields(item) ? contentItem(item) : null))
  return items.length > 0 && items.every(item => item !== null) ? items : null
}

function contentItem(item: Fields): Json | null {
  if (item.type === 'text' && typeof item.text === 'string') return { type: 'text', text: item.text }
  if (item.type === 'file' && isFields(item.data) && typeof item.mediaType === 'string') return item
  if (item.type !== 'image') return null
  if (typeof item.data === 'string') return imageItem(item.mimeType, { type: 'data', data: item.data })
  const { source } = item
  if (!isFields(source)) return null
  if (typeof source.url === 'string') return imageItem('image', { type: 'url', url: source.url })
  return typeof source.data === 'string' ? imageItem(source.media_type, { type: 'data', data: source.data }) : null
}

const imageItem = (mediaType: Json | undefined, data: Json): Json => ({
  type: 'file',
  mediaType: typeof mediaType === 'string' ? mediaType : 'image',
  data,
})

/** An output with its URLs as the AI SDK requires them. A file without a valid URL becomes a text. */
export function sendable(output: Fields): ModelResult['output'] {
  const { type, value } = output
  const isContent = type === 'content' && Array.isArray(value)
  const items = isContent
    ? { value: value.map(item => revive(item as Fields) ?? { type: 'text', text: `[${JSON.stringify(item)}]` }) }
    : {}
  return { ...output, ...items } as ModelResult['output']
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
