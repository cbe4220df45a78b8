import type { Json } from '../core/json.ts'
import type { Message, Part } from '../core/message.ts'
import { byProgram } from './by-program.ts'
import { type CallNames, type FormatReader, readEach } from './format-reader.ts'
import { isJsonObject, isList, type JsonObject, textOr } from './json-object.ts'
import type { TranscriptSource } from './source.ts'

/** The format of the evaluation's corpus of recorded conversations. */
export const corpus: FormatReader = {
  format: 'corpus',
  recognises,
  read: ({ items }) => readEach(items, readMessage),
}

const mark = ['toolCalls', 'toolCallId', 'meta'] as const

function recognises({ wrapper, items }: TranscriptSource): boolean {
  if (typeof wrapper?.source === 'string' && typeof wrapper.licence === 'string') return true
  return items.some(({ value }) => 'role' in value && 'content' in value && mark.some(key => key in value))
}

function readMessage(value: JsonObject, names: CallNames): Message | null {
  const { role } = value
  if (role === 'tool') return readResult(value, names)
  if (role !== 'system' && role !== 'user' && role !== 'assistant') return null
  const kind = isJsonObject(value.meta) ? textOr(value.meta.kind, 'typed') : 'typed'
  const calls = isList(value.toolCalls) ? value.toolCalls.map(call => readCall(call, names)) : []
  const parts = [...partFrom('reasoning', value.reasoning), ...partFrom('text', value.content), ...calls]
  return kind === 'typed' || kind === 'queued' ? { role, parts } : byProgram({ role, parts })
}

function partFrom(type: 'reasoning' | 'text', value: Json | undefined): readonly Part[] {
  if (typeof value === 'string') return value === '' ? [] : [{ type, text: value }]
  return value === undefined || value === null ? [] : [{ type: 'opaque', kind: `corpus:${type}`, value }]
}

function readCall(call: Json, names: CallNames): Part {
  if (!isJsonObject(call) || typeof call.id !== 'string' || typeof call.name !== 'string') {
    return { type: 'opaque', kind: 'corpus:toolCall', value: call }
  }
  names.set(call.id, call.name)
  return { type: 'tool-call', callId: call.id, name: call.name, input: call.args ?? {} }
}

function readResult(value: JsonObject, names: CallNames): Message {
  const callId = textOr(value.toolCallId, '')
  const meta = isJsonObject(value.meta) ? value.meta : {}
  const outcome = meta.synthetic === true ? 'missing' : meta.isError === true ? 'error' : 'ok'
  const output = value.content ?? ''
  return {
    role: 'tool',
    parts: [{ type: 'tool-result', callId, name: names.get(callId) ?? 'unknown', outcome, output }],
  }
}
