import { isFields, textOr } from './fields.ts'
import type { FormatReader } from './format-reader.ts'
import { readItems, systemSays } from './openai-responses.ts'
import type { Item, Source } from './source.ts'
import type { Reading, Skipped } from './transcript.ts'

/** The log that Codex keeps of a conversation: one line per event, those of the model as items of the responses API. */
export const codex: FormatReader = { format: 'codex', claims, read }

function claims({ items }: Source): boolean {
  return items.some(
    ({ value }) => isFields(value.payload) && /^(session_meta|response_item|event_msg)$/.test(textOr(value.type, '')),
  )
}

function read({ items }: Source): readonly (Reading | Skipped)[] {
  const opening = items.flatMap(readInstructions)
  return [...opening, ...readItems(items.flatMap(itemOf))]
}

function readInstructions({ index, value }: Item): readonly Reading[] {
  if (value.type !== 'session_meta' || !isFields(value.payload)) return []
  const { base_instructions: base, instructions } = value.payload
  const text = isFields(base) ? textOr(base.text, '') : textOr(instructions, '')
  return text === '' ? [] : [systemSays(text, [index])]
}

/** Events that only the screen needs are not items. A summary that Codex wrote stands where it went on from. */
function itemOf({ index, value }: Item): readonly Item[] {
  const { type, payload } = value
  if (!isFields(payload)) return []
  if (type === 'response_item') return [{ index, value: payload }]
  if (type !== 'compacted' || textOr(payload.message, '') === '') return []
  return [{ index, value: { type: 'message', role: 'user', content: payload.message! } }]
}
