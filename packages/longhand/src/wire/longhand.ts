import type { Json } from '../core/json.ts'
import type { Message, Part } from '../core/message.ts'
import { type Fields, isFields, isList } from './fields.ts'
import { type FormatReader, noRole } from './format-reader.ts'
import type { Source } from './source.ts'
import type { Reading, Skipped } from './transcript.ts'

/** Longhand's own JSON: messages, or the entries of a branch, of which the messages are read. */
export const longhand: FormatReader = { format: 'longhand', claims, read }

function claims({ items, around }: Source): boolean {
  if (items.length === 0) return around === null || around.format === 'longhand'
  return items.some(({ value }) => isList(messageIn(value).parts))
}

const messageIn = (value: Fields): Fields =>
  value.type === 'message' && isFields(value.message) ? value.message : value

function read({ items }: Source): readonly (Reading | Skipped)[] {
  return items.flatMap(({ index, value }): readonly (Reading | Skipped)[] => {
    if (otherEntries.has(String(value.type))) return []
    const message = readMessage(messageIn(value))
    return message === null ? [noRole(index)] : [{ message, from: [index] }]
  })
}

const otherEntries = new Set(['compaction', 'undo', 'redo', 'protection'])

function readMessage({ role, parts }: Fields): Message | null {
  if (role !== 'system' && role !== 'user' && role !== 'assistant' && role !== 'tool') return null
  return isList(parts) ? { role, parts: parts.map(readPart) } : null
}

function readPart(value: Json): Part {
  if (isFields(value) && shapes[String(value.type)]?.(value)) return value as unknown as Part
  return { type: 'opaque', kind: 'longhand', value }
}

/** What each part must hold for the core to rely on it. */
const shapes: Readonly<Record<string, (part: Fields) => boolean>> = {
  text: ({ text }) => typeof text === 'string',
  reasoning: ({ text }) => typeof text === 'string',
  'tool-call': ({ callId, name, input }) =>
    typeof callId === 'string' && typeof name === 'string' && input !== undefined,
  'tool-result': ({ callId, name, output, outcome }) =>
    typeof callId === 'string' && typeof name === 'string' && output !== undefined && outcomes.has(String(outcome)),
  file: ({ mediaType, source }) => typeof mediaType === 'string' && isFields(source) && isFileSource(source),
  opaque: ({ kind, value }) => typeof kind === 'string' && value !== undefined,
}

const outcomes = new Set(['ok', 'error', 'denied', 'missing'])

const isFileSource = ({ type, data, url }: Fields): boolean =>
  (type === 'base64' && typeof data === 'string') || (type === 'url' && typeof url === 'string')

/** Longhand JSON of messages: what `readTranscript` reads back as they were. */
export const toLonghand = (messages: readonly Message[]): Fields => ({
  format: 'longhand',
  version: 1,
  messages: messages as unknown as Json,
})
