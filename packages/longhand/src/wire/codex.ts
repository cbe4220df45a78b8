import { byProgram } from './by-program.ts'
import type { FormatReader } from './format-reader.ts'
import { isJsonObject, textOr } from './json-object.ts'
import { readItems, systemMessage } from './openai-responses.ts'
import type { SourceItem, TranscriptSource } from './source.ts'
import type { ReadMessage, Skipped } from './transcript.ts'

/** The log that Codex keeps of a conversation: one line per event, those of the model as items of the responses API. */
export const codex: FormatReader = { format: 'codex', recognises, read }

function recognises({ items }: TranscriptSource): boolean {
  return items.some(
    ({ value }) =>
      isJsonObject(value.payload) && /^(session_meta|response_item|event_msg)$/.test(textOr(value.type, '')),
  )
}

function read({ items }: TranscriptSource): readonly (ReadMessage | Skipped)[] {
  const opening = items.flatMap(readInstructions)
  const log: CodexLog = {
    typed: typedTexts(items),
    summaries: new Set(items.filter(({ value }) => value.type === 'compacted').map(({ index }) => index)),
  }
  const found = readItems(items.flatMap(itemOf))
  return [...opening, ...found.map(one => ('message' in one ? attributed(one, log) : one))]
}

type CodexLog = {
  /** How the texts begin that a person typed. */
  readonly typed: ReadonlySet<string>
  /** The lines with a summary that Codex wrote. */
  readonly summaries: ReadonlySet<number>
}

/**
 * Codex repeats what a person typed as an event for the screen. A user's item that no event repeats is its own: the
 * environment, instructions, reports of subagents. A log without such events says nothing about it.
 */
function attributed(read: ReadMessage, { typed, summaries }: CodexLog): ReadMessage {
  const { message, from } = read
  const isTyped = typed.size === 0 || message.parts.some(part => part.type === 'text' && typed.has(head(part.text)))
  return isTyped && !from.some(index => summaries.has(index)) ? read : { ...read, message: byProgram(message) }
}

const typedTexts = (items: readonly SourceItem[]): ReadonlySet<string> =>
  new Set(
    items.flatMap(({ value: { type, payload } }) =>
      type === 'event_msg' && isJsonObject(payload) && payload.type === 'user_message'
        ? [head(textOr(payload.message, ''))]
        : [],
    ),
  )

/** Enough of a text to know it again. */
const head = (text: string): string => text.slice(0, 400).trim().slice(0, 200)

function readInstructions({ index, value }: SourceItem): readonly ReadMessage[] {
  if (value.type !== 'session_meta' || !isJsonObject(value.payload)) return []
  const { base_instructions: base, instructions } = value.payload
  const text = isJsonObject(base) ? textOr(base.text, '') : textOr(instructions, '')
  return text === '' ? [] : [systemMessage(text, [index])]
}

/** Events for the screen only are skipped. A summary that Codex wrote becomes a user message at its place. */
function itemOf({ index, value }: SourceItem): readonly SourceItem[] {
  const { type, payload } = value
  if (!isJsonObject(payload)) return []
  if (type === 'response_item') return [{ index, value: payload }]
  if (type !== 'compacted' || textOr(payload.message, '') === '') return []
  return [{ index, value: { type: 'message', role: 'user', content: payload.message! } }]
}
