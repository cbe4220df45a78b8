import type { Json } from '../../core/json.ts'
import type { Message, Part } from '../../core/message.ts'
import { isJsonObject, isList, type JsonObject, textOr } from '../json-object.ts'
import { milliseconds } from '../message-details.ts'
import type { ArchivedConversation, ArchivedNode } from './archived-conversation.ts'
import { uuidOrNull } from './uuid-or-null.ts'

/** A conversation of a ChatGPT export: `mapping` is the tree of its messages, `current_node` where it was left. */
export function readChatGPT(value: JsonObject): ArchivedConversation {
  const mapping = isJsonObject(value.mapping) ? value.mapping : {}
  const nodes = Object.entries(mapping).flatMap(([id, node]) => (isJsonObject(node) && id !== '' ? [{ id, node }] : []))
  const calls = callsByNode(nodes)
  return {
    id: uuidOrNull(value.conversation_id) ?? uuidOrNull(value.id),
    title: textOr(value.title, '') || null,
    startedAt: milliseconds(value.create_time),
    endedAt: milliseconds(value.update_time),
    head: textOr(value.current_node, '') || null,
    nodes: nodes.map(({ id, node }) => readNode(id, node, calls)),
  }
}

type RawNode = { readonly id: string; readonly node: JsonObject }

/** The call that a tool's node answers: the nearest one before it that nobody has answered. */
type Calls = ReadonlyMap<string, string>

function callsByNode(nodes: readonly RawNode[]): Calls {
  const known = new Map(nodes.map(({ id, node }) => [id, node]))
  const answered = new Set<string>()
  const calls = new Map<string, string>()
  for (const { id, node } of nodes) {
    if (roleOf(messageOf(node)) !== 'tool') continue
    let above = textOr(node.parent, '')
    for (let steps = 0; steps < maxSteps && known.has(above); steps++) {
      const message = messageOf(known.get(above)!)
      if (isCall(message)) break
      above = textOr(known.get(above)!.parent, '')
    }
    if (!known.has(above) || answered.has(`${above} ${textOr(node.parent, '')}`)) continue
    answered.add(`${above} ${textOr(node.parent, '')}`)
    calls.set(id, above)
  }
  return calls
}

/** Between a call and its result stand at most a few notes. */
const maxSteps = 20

const messageOf = ({ message }: JsonObject): JsonObject => (isJsonObject(message) ? message : {})

const roleOf = ({ author }: JsonObject): string => (isJsonObject(author) ? textOr(author.role, '') : '')

/** What the model says to a tool, and not to everyone. */
const isCall = (message: JsonObject): boolean =>
  roleOf(message) === 'assistant' && textOr(message.recipient, 'all') !== 'all'

function readNode(id: string, node: JsonObject, calls: Calls): ArchivedNode {
  const message = messageOf(node)
  const metadata = isJsonObject(message.metadata) ? message.metadata : {}
  const isHidden = metadata.is_visually_hidden_from_conversation === true
  return {
    id,
    parent: textOr(node.parent, '') || null,
    messages: isHidden ? [] : readMessage(id, message, calls),
    at: milliseconds(message.create_time),
    model: roleOf(message) === 'assistant' ? textOr(metadata.model_slug, '') || null : null,
  }
}

function readMessage(id: string, message: JsonObject, calls: Calls): readonly Message[] {
  const content = isJsonObject(message.content) ? message.content : {}
  const role = roleOf(message)
  if (role === 'tool') return [toolMessage(id, message, calls)]
  if (role !== 'user' && role !== 'assistant' && role !== 'system') return []
  if (isCall(message)) {
    const name = textOr(message.recipient, 'tool')
    return [{ role: 'assistant', parts: [{ type: 'tool-call', callId: id, name, input: inputOf(wordsIn(content)) }] }]
  }
  const parts = readContent(content)
  return parts.length === 0 ? [] : [{ role, parts }]
}

function toolMessage(id: string, message: JsonObject, calls: Calls): Message {
  const content = isJsonObject(message.content) ? message.content : {}
  const name = (isJsonObject(message.author) && textOr(message.author.name, '')) || 'tool'
  const outcome = content.content_type === 'system_error' ? 'error' : 'ok'
  const kept = readContent(content).filter(({ type }) => type === 'opaque')
  return {
    role: 'tool',
    parts: [{ type: 'tool-result', callId: calls.get(id) ?? id, name, outcome, output: wordsIn(content) }, ...kept],
  }
}

/** What a tool is called with is JSON, or a program. */
function inputOf(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/** The words of a content, whatever kind it is. */
function wordsIn(content: JsonObject): string {
  const words = [content.text, content.result, content.summary, content.title, content.url].filter(isText)
  return (isList(content.parts) ? content.parts.filter(isText) : words).join('\n')
}

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value !== ''

function readContent(content: JsonObject): readonly Part[] {
  const kind = textOr(content.content_type, 'text')
  if (kind === 'code') {
    const text = textOr(content.text, '')
    const language = /^\w{1,20}$/.exec(textOr(content.language, ''))?.[0] ?? ''
    return text === ''
      ? []
      : [{ type: 'text', text: `\`\`\`${language === 'unknown' ? '' : language}\n${text}\n\`\`\`` }]
  }
  if (kind === 'thoughts') {
    const thoughts = isList(content.thoughts) ? content.thoughts.filter(isJsonObject) : []
    const text = thoughts.map(thought => textOr(thought.content, '') || textOr(thought.summary, '')).join('\n\n')
    return text.trim() === '' ? [] : [{ type: 'reasoning', text }]
  }
  // "Thought for 12 seconds", and what the person told every conversation: neither was said here.
  if (kind === 'reasoning_recap' || kind === 'user_editable_context' || kind === 'model_editable_context') return []
  if (!isList(content.parts)) {
    const text = wordsIn(content)
    return text === '' ? [] : [{ type: 'text', text }]
  }
  return content.parts.flatMap(readPart)
}

/** A text, what was heard, or a picture, which is a file of the archive and stays there. */
function readPart(part: Json): readonly Part[] {
  if (typeof part === 'string') return part === '' ? [] : [{ type: 'text', text: part }]
  if (!isJsonObject(part)) return []
  if (isText(part.text)) return [{ type: 'text', text: part.text }]
  return [{ type: 'opaque', kind: `chatgpt:${textOr(part.content_type, 'part')}`, value: part }]
}
