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
  return [...opening, ...readItems(items.flatMap(itemOf))]
}

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
