import type { Message, Part, ToolResultPart } from '../../core/message.ts'
import { isJsonObject, isList, type JsonObject, textOr } from '../json-object.ts'
import { milliseconds } from '../message-details.ts'
import type { ArchivedConversation, ArchivedNode } from './archived-conversation.ts'
import { uuidOrNull } from './uuid-or-null.ts'

/** A conversation of a Claude.ai export: `chat_messages`, each of which may name the one before it. */
export function readClaudeAI(value: JsonObject): ArchivedConversation {
  const said = isList(value.chat_messages) ? value.chat_messages.filter(isJsonObject) : []
  const ids = said.map((message, at) => textOr(message.uuid, '') || `message-${at + 1}`)
  const hasParents = said.some(message => textOr(message.parent_message_uuid, '') !== '')
  const nodes = said.map(
    (message, at): ArchivedNode => ({
      id: ids[at]!,
      parent: hasParents ? textOr(message.parent_message_uuid, '') || null : (ids[at - 1] ?? null),
      messages: readMessages(message, ids[at]!),
      at: milliseconds(message.created_at),
      model: message.sender === 'assistant' ? textOr(message.model, '') || textOr(value.model, '') || null : null,
    }),
  )
  return {
    id: uuidOrNull(value.uuid),
    title: textOr(value.name, '') || null,
    startedAt: milliseconds(value.created_at),
    endedAt: milliseconds(value.updated_at),
    head: textOr(value.current_leaf_message_uuid, '') || null,
    nodes,
  }
}

/** One message there is several here when tools were called in it: a call, its result, what was said then. */
function readMessages(message: JsonObject, id: string): readonly Message[] {
  const role = message.sender === 'human' ? 'user' : message.sender === 'assistant' ? 'assistant' : null
  if (role === null) return []
  const blocks = isList(message.content) ? message.content.filter(isJsonObject) : []
  const read = blocks.flatMap(readBlock(id))
  const text = textOr(message.text, '')
  const parts: readonly Part[] = read.length > 0 || text === '' ? read : [{ type: 'text', text }]
  return inTurns(role, [...readAttachments(message), ...parts])
}

function inTurns(role: 'user' | 'assistant', parts: readonly Part[]): readonly Message[] {
  const messages: { role: Message['role']; parts: Part[] }[] = []
  for (const part of parts) {
    const speaker = part.type === 'tool-result' ? 'tool' : role
    if (messages.at(-1)?.role !== speaker) messages.push({ role: speaker, parts: [] })
    messages.at(-1)!.parts.push(part)
  }
  return messages
}

/** Calls and results of one message; where they have no ids, a result is that of the last call. */
function readBlock(id: string): (block: JsonObject, at: number) => readonly Part[] {
  let call = { callId: id, name: 'tool' }
  return (block, at) => {
    switch (block.type) {
      case 'text':
        return textOr(block.text, '') === '' ? [] : [{ type: 'text', text: textOr(block.text, '') }]
      case 'thinking':
        return textOr(block.thinking, '') === '' ? [] : [{ type: 'reasoning', text: textOr(block.thinking, '') }]
      case 'tool_use':
        call = { callId: textOr(block.id, '') || `${id}-${at}`, name: textOr(block.name, '') || 'tool' }
        return [{ type: 'tool-call', ...call, input: block.input ?? {} }]
      case 'tool_result':
        return [readResult(block, call)]
      // How many tokens were left is of no use any more.
      case 'token_budget':
        return []
      default:
        return [{ type: 'opaque', kind: `claude-ai:${textOr(block.type, 'part')}`, value: block }]
    }
  }
}

type Call = { readonly callId: string; readonly name: string }

function readResult(block: JsonObject, call: Call): ToolResultPart {
  const texts = isList(block.content)
    ? block.content.flatMap(one => (isJsonObject(one) ? [textOr(one.text, '')] : []))
    : []
  const isPlain = texts.length > 0 && texts.every(text => text !== '')
  return {
    type: 'tool-result',
    callId: textOr(block.tool_use_id, '') || call.callId,
    name: textOr(block.name, '') || call.name,
    outcome: block.is_error === true ? 'error' : 'ok',
    output: isPlain ? texts.join('\n') : (block.content ?? ''),
  }
}

/** What was read out of attached files, which nobody typed, and the names of those that the archive does not hold. */
function readAttachments({ attachments, files }: JsonObject): readonly Part[] {
  const attached = (isList(attachments) ? attachments : []).filter(isJsonObject).map((file): Part => {
    const text = textOr(file.extracted_content, '')
    const name = textOr(file.file_name, '') || 'Attached text'
    return text === ''
      ? { type: 'opaque', kind: 'claude-ai:attachment', value: file }
      : { type: 'text', text: `${name}:\n\n${text}`, author: 'program' }
  })
  const named = (isList(files) ? files : []).filter(isJsonObject)
  return [...attached, ...named.map((file): Part => ({ type: 'opaque', kind: 'claude-ai:file', value: file }))]
}
