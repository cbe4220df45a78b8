import type { Json } from '../core/json.ts'
import type { FilePart, Part } from '../core/message.ts'
import { fieldsFor, isJsonObject, isList, type JsonObject, otherFields, textOr } from './json-object.ts'

/** The content of a chat message as parts: a text, or a list of texts, images, audio and files. */
export function readContent(content: Json | undefined): readonly Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return (isList(content) ? content : [content ?? null]).flatMap(part => (part === null ? [] : [readPart(part)]))
}

function readPart(part: Json): Part {
  const read = isJsonObject(part) ? readers.get(textOr(part.type, ''))?.(part) : null
  return read ?? { type: 'opaque', kind: 'openai-chat:content', value: part }
}

type ReadKind = (part: JsonObject) => Part | null

/** By kind. A map: kinds are strangers' words, and every object has a `constructor`. */
const readers: ReadonlyMap<string, ReadKind> = new Map(
  Object.entries<ReadKind>({
    text(part) {
      if (typeof part.text !== 'string') return null
      const left = otherFields(part, ['type', 'text'])
      return { type: 'text', text: part.text, ...(left === null ? {} : { provider: { openai: left } }) }
    },
    image_url(part) {
      const image = isJsonObject(part.image_url) ? part.image_url : null
      if (image === null || typeof image.url !== 'string') return null
      if (otherFields(part, ['type', 'image_url', 'cache_control']) ?? otherFields(image, ['url', 'detail']))
        return null
      const detail = image.detail === undefined ? {} : { imageDetail: image.detail }
      // A mark for the cache comes and goes; the picture stays the same.
      const mark = part.cache_control === undefined ? {} : { cache_control: part.cache_control }
      const own = { ...detail, ...mark }
      return {
        ...fileAt(image.url, 'image/*'),
        ...(Object.keys(own).length === 0 ? {} : { provider: { openai: own } }),
      }
    },
    input_audio(part) {
      const sound = isJsonObject(part.input_audio) ? part.input_audio : {}
      if (typeof sound.data !== 'string' || typeof sound.format !== 'string') return null
      const source = { type: 'base64', data: sound.data } as const
      return { type: 'file', mediaType: `audio/${sound.format}`, name: null, source }
    },
    file(part) {
      const file = isJsonObject(part.file) ? part.file : {}
      const isWhole = typeof file.file_data === 'string' && otherFields(file, ['file_data', 'filename']) === null
      return isWhole
        ? { ...fileAt(file.file_data as string, 'application/pdf'), name: textOr(file.filename, '') || null }
        : null
    },
  }),
)

/** A file behind a URL, or inside it. */
export function fileAt(url: string, mediaType: string): FilePart {
  const inside = /^data:([^;,]+);base64,(.*)$/s.exec(url)
  const source = inside === null ? ({ type: 'url', url } as const) : ({ type: 'base64', data: inside[2]! } as const)
  return { type: 'file', mediaType: inside?.[1] ?? mediaType, name: null, source }
}

/** The content of a chat message: one plain text as itself, anything more as a list. */
export function writeContent(parts: readonly Part[]): Json {
  const written = parts.map(writePart).filter(part => part !== null)
  const [only] = written
  if (only === undefined) return ''
  const isPlain = written.length === 1 && isJsonObject(only) && only.type === 'text' && Object.keys(only).length === 2
  return isPlain && only.text !== '' ? only.text! : written
}

function writePart(part: Part): Json | null {
  if (part.type === 'opaque') return part.kind === 'openai-chat:content' ? part.value : null
  if (part.type === 'text') return { type: 'text', text: part.text, ...fieldsFor('openai', part.provider) }
  return part.type === 'file' ? writeFile(part) : null
}

function writeFile({ mediaType, name, source, provider }: FilePart): Json {
  const url = source.type === 'url' ? source.url : `data:${mediaType};base64,${source.data}`
  if (mediaType.startsWith('image/')) {
    const { imageDetail, cache_control } = fieldsFor('openai', provider)
    return {
      type: 'image_url',
      image_url: { url, ...(imageDetail === undefined ? {} : { detail: imageDetail }) },
      ...(cache_control === undefined ? {} : { cache_control }),
    }
  }
  if (mediaType.startsWith('audio/') && source.type === 'base64') {
    return { type: 'input_audio', input_audio: { data: source.data, format: mediaType.slice('audio/'.length) } }
  }
  return { type: 'file', file: { file_data: url, ...(name === null ? {} : { filename: name }) } }
}
