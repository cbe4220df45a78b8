import type { Json } from '../core/json.ts'
import { type FilePart, outputText, type ToolResultPart } from '../core/message.ts'

/**
 * The files in a tool's result that is a list of items, as screenshots are, in the forms of Anthropic, MCP, OpenAI and the AI
 * SDK. Any other output is sent as text, whatever it holds.
 */
export const resultMedia = ({ output }: ToolResultPart): readonly FilePart[] =>
  Array.isArray(output) ? output.flatMap(item => fileIn(item) ?? []) : []

/** What is left of a result as text. */
export function resultText(part: ToolResultPart): string {
  if (resultMedia(part).length === 0) return outputText(part)
  return JSON.stringify((part.output as readonly Json[]).filter(item => fileIn(item) === null))
}

type Fields = Readonly<Record<string, Json | undefined>>

const isFields = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fileIn(item: Json): FilePart | null {
  if (!isFields(item) || typeof item.type !== 'string' || !fileTypes.has(item.type)) return null
  // Where the bytes are: beside the type, or one step further in.
  const inside = [item.source, item.data, item.image_url, item.file].find(isFields) ?? item
  const bytes = [inside.data, item.data].find(isText)
  const url = [inside.url, item.url, item.image_url].find(isText)
  const mediaType = typeIn(item) ?? typeIn(inside) ?? inlineType(url) ?? (imageTypes.test(item.type) ? 'image' : null)
  if (mediaType === null || (bytes === undefined && url === undefined)) return null
  const inline = url?.startsWith('data:') ? url.slice(url.indexOf(',') + 1) : undefined
  const data = bytes ?? inline
  const source = data === undefined ? ({ type: 'url', url: url! } as const) : ({ type: 'base64', data } as const)
  return { type: 'file', mediaType, name: null, source }
}

const fileTypes = new Set(
  ['image', 'document', 'audio', 'media', 'file', 'image_url', 'input_image', 'input_file'].concat(
    ['image', 'file'].flatMap(kind => [`${kind}-data`, `${kind}-url`]),
  ),
)
const imageTypes = /image/

const isText = (value: Json | undefined): value is string => typeof value === 'string'

const typeIn = ({ mediaType, mimeType, media_type }: Fields): string | undefined =>
  [mediaType, mimeType, media_type].find(isText)

const inlineType = (url: string | undefined): string | undefined => /^data:([\w.+/-]{1,100})[;,]/.exec(url ?? '')?.[1]
