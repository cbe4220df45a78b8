import type { ImagePart, FilePart as ModelFile } from 'ai'
import type { Json } from '../../core/json.ts'
import type { FilePart } from '../../core/message.ts'
import { type Fields, isFields, plain } from './json.ts'

/** A file of the AI SDK in its one plain form: images are files, data is tagged, bytes are base64, URLs are text. */
export function plainFile(part: ModelFile | ImagePart): Fields {
  if (part.type === 'file') return { ...(plain(part) as Fields), data: plainSource(part.data) }
  const { image, ...others } = part
  return { ...(plain(others) as Fields), type: 'file', data: plainSource(image), mediaType: part.mediaType ?? 'image' }
}

function plainSource(data: unknown): Json {
  if (isFields(data) && typeof data.type === 'string') return plain(data)
  const bare = plain(data)
  if (isFields(bare)) return { type: 'reference', reference: bare }
  const isAddress = typeof bare === 'string' && /^(https?|data|gs):/.test(bare)
  return isAddress ? { type: 'url', url: bare } : { type: 'data', data: bare }
}

/** The core's file, or null for one that only its provider can open. */
export function readFile({ mediaType, filename, data }: Fields): FilePart | null {
  const source = isFields(data) ? sourceOf(data, String(mediaType)) : null
  if (source === null) return null
  return { type: 'file', mediaType: String(mediaType), name: typeof filename === 'string' ? filename : null, source }
}

function sourceOf({ type, data, url }: Fields, mediaType: string): FilePart['source'] | null {
  if (type === 'data' && typeof data === 'string') return { type: 'base64', data }
  return type === 'url' && typeof url === 'string' ? addressed(url, mediaType) : null
}

/** A file behind a URL, or inside it when nothing of the URL gets lost that way. */
export function addressed(url: string, mediaType: string): FilePart['source'] {
  const start = `data:${mediaType};base64,`
  return url.startsWith(start) ? { type: 'base64', data: url.slice(start.length) } : { type: 'url', url }
}

export const addressOf = ({ source, mediaType }: Pick<FilePart, 'source' | 'mediaType'>): string =>
  source.type === 'url' ? source.url : `data:${mediaType};base64,${source.data}`

export function writeFile({ mediaType, name, source }: FilePart): Fields {
  const data = source.type === 'base64' ? { type: 'data', data: source.data } : { type: 'url', url: source.url }
  return { type: 'file', mediaType, ...(name === null ? {} : { filename: name }), data }
}

/** The part with the URL of its data as the AI SDK requires it; null when it is not a valid URL. */
export function revive(part: Fields): unknown {
  const { data } = part
  if (!isFields(data) || data.type !== 'url' || typeof data.url !== 'string') return part
  if (!URL.canParse(data.url)) return null
  const url = new URL(data.url)
  const original = url.toString() === data.url ? {} : { originalUrl: data.url }
  return { ...part, data: { ...data, url, ...original } }
}
