import type { Json } from '../core/json.ts'
import { isJsonObject, type JsonObject, textOr } from './json-object.ts'

/** What a line of Claude Code's log adds to the conversation. */
export type SpokenLine = {
  readonly role: 'user' | 'assistant'
  readonly content: Json | undefined
  /** The provider's id of the message; empty when it has none. */
  readonly id: string
  readonly isByProgram: boolean
}

/** The words on a line; null for lines about the screen, hooks and the like. */
export function spokenLine(line: JsonObject): SpokenLine | null {
  const { type, message, attachment } = line
  if (type === 'attachment' && isJsonObject(attachment)) return queuedLine(attachment)
  if ((type !== 'user' && type !== 'assistant') || !isJsonObject(message)) return null
  const { content, id } = message
  if (type === 'assistant') return { role: 'assistant', content, id: textOr(id, ''), isByProgram: false }
  return { role: 'user', content, id: '', isByProgram: isByProgram(line) }
}

/** What a person typed while the model was at work is recorded as an attachment to the next request. */
function queuedLine(attachment: JsonObject): SpokenLine | null {
  const { type, prompt, commandMode } = attachment
  if (type !== 'queued_command') return null
  const isTyped = (commandMode ?? 'prompt') === 'prompt' && !isByProgram(attachment)
  return { role: 'user', content: prompt, id: '', isByProgram: !isTyped }
}

/** Whether a line says of itself that no person wrote it. Text beside a tool's result is the program's as well. */
const isByProgram = (line: JsonObject): boolean =>
  flags.some(flag => line[flag] === true) ||
  line.toolUseResult !== undefined ||
  (isJsonObject(line.origin) && typeof line.origin.kind === 'string' && line.origin.kind !== 'human')

const flags = ['isMeta', 'isCompactSummary', 'isVisibleInTranscriptOnly', 'isSynthetic'] as const
