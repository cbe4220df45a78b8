import { isPart, isRole } from '../../core/check-message.ts'
import type { Part, Role } from '../../core/message.ts'
import { carryIn, carryOut, fieldsOf, optionsOf, type Side } from './carry.ts'
import { addressed, addressOf } from './file.ts'
import { type Fields, isFields, plain } from './json.ts'
import { providerIn, withField } from './note.ts'
import { opaque, sdkType } from './opaque.ts'

/** A part of a `UIMessage` as ours, unless it is a tool's. */
export const fromUIPart = (raw: unknown, role: Role): Part => carryIn(plain(raw) as Fields, role, uiSide)

/** Our part as one of a `UIMessage`. What it has no place for becomes a data part, which screens ignore. */
export const toUIPart = (part: Part, role: Role): Fields => carryOut(part, role, uiSide) ?? carrierOf(part, role)

export const carrierOf = (part: Part, role: Role): Fields => ({
  type: 'data-longhand',
  data: { role, part: fieldsOf(part) },
})

/** What was carried as data because screens have no place for it. */
export function carriedBy({ type, data }: Fields): { role: Role; part: Part } | null {
  if (type !== 'data-longhand' || !isFields(data)) return null
  const { role, part } = data
  return isRole(role) && isPart(part) ? { role, part } : null
}

const uiSide: Side = { name: 'ui', options: 'providerMetadata', read: readPart, write: writePart }

function readPart(fields: Fields): Part {
  const { type, text, mediaType, filename, url, providerMetadata } = fields
  const provider = providerIn(providerMetadata)
  if ((type === 'text' || type === 'reasoning') && typeof text === 'string') return { type, text, ...provider }
  if (type === 'file' && typeof url === 'string' && fields.providerReference === undefined) {
    const name = typeof filename === 'string' ? filename : null
    return { type, mediaType: String(mediaType), name, source: addressed(url, String(mediaType)), ...provider }
  }
  return opaque(String(type), asModel(fields))
}

function writePart(part: Part, role: Role): Fields | null {
  const options = optionsOf(part)
  const fields = options === undefined ? {} : { providerMetadata: options }
  switch (part.type) {
    case 'text':
    case 'reasoning':
      // What an assistant streamed is marked as done; what people write is not marked.
      return { type: part.type, text: part.text, ...(role === 'assistant' ? { state: 'done' } : {}), ...fields }
    case 'file':
      return {
        type: 'file',
        mediaType: part.mediaType,
        ...(part.name === null ? {} : { filename: part.name }),
        url: addressOf(part),
        ...fields,
      }
    case 'opaque':
      return isFields(part.value) && isShown(sdkType(part)) ? asUI(part.value) : null
    default:
      return null
  }
}

/** Whether the AI SDK shows it in a message by itself; the others are only parts of a `ModelMessage`. */
const isShown = (type: string | null): boolean =>
  type !== null &&
  !['message', 'metadata', 'steering-message', 'tool-call', 'tool-result'].includes(type) &&
  !/^tool-approval/.test(type)

/** A few fields have different names in the two kinds of messages; those of the model are stored. */
function asModel(fields: Fields): Fields {
  const { type, url, providerReference, providerMetadata } = fields
  if (type !== 'custom' && type !== 'file' && type !== 'reasoning-file') return fields
  const named = withField(withField(fields, 'providerMetadata', undefined), 'providerOptions', providerMetadata)
  if (type === 'reasoning-file') return { ...withField(named, 'url', undefined), data: { type: 'url', url: url ?? '' } }
  if (type !== 'file' || providerReference === undefined) return named
  return {
    ...withField(named, 'providerReference', undefined),
    data: { type: 'reference', reference: providerReference },
  }
}

function asUI(value: Fields): Fields | null {
  const { type, data, providerOptions, mediaType } = value
  if (type !== 'custom' && type !== 'file' && type !== 'reasoning-file') return value
  const named = withField(withField(value, 'providerOptions', undefined), 'providerMetadata', providerOptions)
  if (type === 'custom') return named
  const bare = withField(named, 'data', undefined)
  if (!isFields(data)) return null
  if (data.type === 'reference' && type === 'file') return { url: '', ...bare, providerReference: data.reference! }
  if (data.type === 'url') return { ...bare, url: data.url! }
  return data.type === 'data' ? { ...bare, url: `data:${mediaType};base64,${data.data}` } : null
}
