import { checkItems, givenMessages } from '../core/check-items.ts'
import { asJson, type Json } from '../core/json.ts'
import type { Message, Part } from '../core/message.ts'
import { type FormatReader, noRole } from './format-reader.ts'
import { isJsonObject, isList, type JsonObject } from './json-object.ts'
import type { TranscriptSource } from './source.ts'
import type { ReadMessage, Skipped, Transcript } from './transcript.ts'

/** Longhand's own JSON: messages, or the entries of a branch, of which the messages are read. */
export const longhand: FormatReader = { format: 'longhand', recognises, read }

function recognises({ items, wrapper }: TranscriptSource): boolean {
  if (items.length === 0) return wrapper === null || wrapper.format === 'longhand'
  return items.some(({ value }) => isList(messageIn(value).parts))
}

const messageIn = (value: JsonObject): JsonObject =>
  value.type === 'message' && isJsonObject(value.message) ? value.message : value

function read({ items }: TranscriptSource): readonly (ReadMessage | Skipped)[] {
  return items.flatMap(({ index, value }): readonly (ReadMessage | Skipped)[] => {
    if (otherEntries.has(String(value.type))) return []
    const message = readMessage(messageIn(value))
    return message === null ? [noRole(index)] : [{ message, from: [index] }]
  })
}

const otherEntries = new Set(['compaction', 'undo', 'redo', 'protection'])

function readMessage({ role, parts }: JsonObject): Message | null {
  if (role !== 'system' && role !== 'user' && role !== 'assistant' && role !== 'tool') return null
  return isList(parts) ? { role, parts: parts.map(readPart) } : null
}

function readPart(value: Json): Part {
  return isSound(value) ? value : { type: 'opaque', kind: 'longhand', value }
}

const isSound = (value: Json): value is Part & Json =>
  isJsonObject(value) && shapes.get(String(value.type))?.(value) === true

/** What each part must hold for the core to rely on it. */
const shapes: ReadonlyMap<string, (part: JsonObject) => boolean> = new Map(
  Object.entries<(part: JsonObject) => boolean>({
    text: ({ text }) => typeof text === 'string',
    reasoning: ({ text }) => typeof text === 'string',
    'tool-call': ({ callId, name, input }) =>
      typeof callId === 'string' && typeof name === 'string' && input !== undefined,
    'tool-result': ({ callId, name, output, outcome }) =>
      typeof callId === 'string' && typeof name === 'string' && output !== undefined && outcomes.has(String(outcome)),
    file: ({ mediaType, source }) => typeof mediaType === 'string' && isJsonObject(source) && isFileSource(source),
    opaque: ({ kind, value }) => typeof kind === 'string' && value !== undefined,
  }),
)

const outcomes = new Set(['ok', 'error', 'denied', 'missing'])

const isFileSource = ({ type, data, url }: JsonObject): boolean =>
  (type === 'base64' && typeof data === 'string') || (type === 'url' && typeof url === 'string')

/** What Longhand JSON can say about messages beside their words. */
export type LonghandExtras = Pick<Partial<Transcript>, 'details' | 'title'>

/** Longhand JSON of messages: what `readTranscript` reads back as they were. */
export function toLonghand(messages: readonly Message[], { details = [], title }: LonghandExtras = {}): JsonObject {
  checkItems(messages, givenMessages)
  return {
    format: 'longhand',
    version: 1,
    ...(title != null && { title }),
    messages: messages.map((message, index) => {
      const { at = null, model = null } = details[index] ?? {}
      return { ...(asJson(message) as JsonObject), ...(at !== null && { at }), ...(model !== null && { model }) }
    }),
  }
}
