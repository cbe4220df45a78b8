import { checkItems, givenMessages } from '../core/check-items.ts'
import type { Json } from '../core/json.ts'
import type { Message, Part, ToolCallPart } from '../core/message.ts'
import { type CallNames, type FormatReader, readEach } from './format-reader.ts'
import { fieldsFor, isJsonObject, isList, type JsonObject, otherFields, textOr } from './json-object.ts'
import { readContent, writeContent } from './openai-content.ts'
import type { TranscriptSource } from './source.ts'
import { readInput, writeInput } from './tool-input.ts'

/** Messages of OpenAI's chat completions, which many other programs write too: an array, or the body of a request. */
export const openaiChat: FormatReader = {
  format: 'openai-chat',
  recognises,
  read: ({ items }) => readEach(items, readOpenAIMessage),
}

const roles = { system: 'system', developer: 'system', user: 'user', assistant: 'assistant', tool: 'tool' } as const

function recognises({ items }: TranscriptSource): boolean {
  return items.some(({ value }) => Object.hasOwn(roles, textOr(value.role, '')) && 'content' in value)
}

/** One message of chat completions as ours; null for one without a role that we know. */
export function readOpenAIMessage(value: JsonObject, names: CallNames): Message | null {
  const name = textOr(value.role, '')
  if (!Object.hasOwn(roles, name)) return null
  const role = roles[name as keyof typeof roles]
  if (role === 'tool') return readAnswer(value, names)
  const calls = isList(value.tool_calls) ? value.tool_calls.map(call => readCall(call, names)) : []
  const marked = name === 'developer' ? { role: name } : {}
  const left = { ...marked, ...otherFields(value, ['role', 'content', 'tool_calls', 'reasoning_content']) }
  const parts = [...readReasoning(value), ...readContent(value.content), ...calls]
  return { role, parts: Object.keys(left).length === 0 ? parts : [...parts, extraFields(left)] }
}

/** Reads one message after the other, in order: a result takes the name of its tool from the call before it. */
export function createOpenAIReader(): (message: JsonObject) => readonly Message[] {
  const names: CallNames = new Map()
  return value => {
    const message = readOpenAIMessage(value, names)
    return message === null ? [] : [message]
  }
}

/** Fields of a message that the core has no place for are kept as an opaque part. */
export const extraFieldsKind: string = 'openai-chat:message'
const extraFields = (value: JsonObject): Part => ({ type: 'opaque', kind: extraFieldsKind, value })

function readReasoning({ reasoning_content: text }: JsonObject): readonly Part[] {
  return typeof text === 'string' && text !== '' ? [{ type: 'reasoning', text }] : []
}

function readAnswer(value: JsonObject, names: CallNames): Message {
  const callId = textOr(value.tool_call_id, '')
  const name = names.get(callId) ?? textOr(value.name, 'unknown')
  const output = value.content ?? ''
  return { role: 'tool', parts: [{ type: 'tool-result', callId, name, outcome: 'ok', output }] }
}

function readCall(call: Json, names: CallNames): Part {
  const called = isJsonObject(call) ? (call.function ?? call.custom) : undefined
  if (!isJsonObject(call) || !isJsonObject(called) || typeof call.id !== 'string' || typeof called.name !== 'string') {
    return { type: 'opaque', kind: 'openai-chat:tool_call', value: call }
  }
  names.set(call.id, called.name)
  const identity = { type: 'tool-call', callId: call.id, name: called.name } as const
  if (call.type === 'custom') return { ...identity, input: called.input ?? '', provider: { openai: { custom: true } } }
  return { ...identity, ...readInput(textOr(called.arguments, '')) }
}

/** Writes messages for chat completions; each result becomes a separate message. */
export function toOpenAIChat(messages: readonly Message[]): readonly JsonObject[] {
  checkItems(messages, givenMessages)
  return messages.flatMap(message => (message.role === 'tool' ? writeAnswers(message) : [writeMessage(message)]))
}

function writeAnswers({ parts }: Message): readonly JsonObject[] {
  return parts.flatMap(part =>
    part.type === 'tool-result' ? [{ role: 'tool', tool_call_id: part.callId, content: writeOutput(part.output) }] : [],
  )
}

const writeOutput = (output: Json): Json =>
  typeof output === 'string' || isTexts(output) ? output : JSON.stringify(output)

const isTexts = (output: Json): boolean =>
  isList(output) && output.length > 0 && output.every(block => isJsonObject(block) && block.type === 'text')

function writeMessage({ role, parts }: Message): JsonObject {
  const calls = parts.flatMap(part => {
    if (part.type === 'tool-call') return [writeCall(part)]
    return part.type === 'opaque' && part.kind === 'openai-chat:tool_call' ? [part.value] : []
  })
  const reasoning = parts.flatMap(part => (part.type === 'reasoning' ? [part.text] : [])).join('\n')
  const content = writeContent(parts)
  const rests = parts.flatMap(part =>
    part.type === 'opaque' && part.kind === extraFieldsKind && isJsonObject(part.value) ? part.value : [],
  )
  return Object.assign(
    { role, content: content === '' && role === 'assistant' ? null : content },
    reasoning === '' ? {} : { reasoning_content: reasoning },
    calls.length === 0 ? {} : { tool_calls: calls },
    ...rests,
  ) as JsonObject
}

function writeCall({ callId, name, input, provider }: ToolCallPart): Json {
  const fields = fieldsFor('openai', provider)
  if (fields.custom === true) return { id: callId, type: 'custom', custom: { name, input } }
  const written = typeof fields.arguments === 'string' ? fields.arguments : writeInput(input)
  return { id: callId, type: 'function', function: { name, arguments: written } }
}
