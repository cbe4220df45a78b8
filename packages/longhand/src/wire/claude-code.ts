import type { Part } from '../core/message.ts'
import { readAnthropicMessage } from './anthropic.ts'
import { byProgram } from './by-program.ts'
import { branchOfLines } from './claude-code-branch.ts'
import { spokenLine } from './claude-code-line.ts'
import type { CallNames, FormatReader } from './format-reader.ts'
import { isJsonObject } from './json-object.ts'
import type { TranscriptSource } from './source.ts'
import type { ReadMessage, Skipped } from './transcript.ts'

/**
 * The log that Claude Code keeps of a conversation: one line per part of a message, and lines for the screen.
 * Messages of its subagents, and what was rewound, are not part of the conversation.
 */
export const claudeCode: FormatReader = { format: 'claude-code', recognises, read }

function recognises({ items }: TranscriptSource): boolean {
  return items.some(({ value }) => isSpoken(value.type) && isJsonObject(value.message) && 'role' in value.message)
}

const isSpoken = (type: unknown): boolean => type === 'user' || type === 'assistant'

function read({ items }: TranscriptSource): readonly (ReadMessage | Skipped)[] {
  const names: CallNames = new Map()
  const found: ReadMessage[] = []
  /** The parts of the message with a provider's id, and the lines they come from. */
  const open = new Map<string, { readonly parts: Part[]; readonly from: number[] }>()
  for (const { index, value } of branchOfLines(items)) {
    const line = spokenLine(value)
    if (line === null) continue
    const { role, content, id } = line
    const spoken = readAnthropicMessage(role, content, names)
    const messages = line.isByProgram ? spoken.map(byProgram) : spoken
    const before = open.get(id)
    if (before !== undefined) {
      for (const part of messages[0]!.parts) before.parts.push(part)
      before.from.push(index)
      continue
    }
    // A user message ends every message before it; only results may come between the parts of one.
    if (messages.some(({ role }) => role === 'user')) open.clear()
    for (const [at, message] of messages.entries()) {
      const [parts, from] = [[...message.parts], [index]]
      if (id !== '' && at === 0) open.set(id, { parts, from })
      found.push({ message: { ...message, parts }, from })
    }
  }
  return found
}
