import type { Json } from '../core/json.ts'
import type { Message } from '../core/message.ts'
import type { Usage } from '../engine/ports/chat-model.ts'
import { readAnthropicMessage, toAnthropic } from '../wire/anthropic.ts'
import type { CallNames } from '../wire/format-reader.ts'
import { isJsonObject, isList, type JsonObject, textOr } from '../wire/json-object.ts'
import { parseJson } from '../wire/parse-json.ts'
import { outputOf } from './output-of.ts'
import {
  type AnswerReader,
  blockPieces,
  type HeardAnswer,
  type ItemPiece,
  maxHeardItems,
  type Protocol,
} from './protocol.ts'
import { tokensIn } from './tokens-in.ts'

/** Anthropic's Messages. */
export const anthropicProtocol: Protocol = {
  name: 'anthropic',
  list: 'messages',
  overhead: ['system', 'tools'],
  leftAlone: () => null,
  providerState: ({ thread = null }) => ({
    isKept: thread !== null,
    previous: isJsonObject(thread) && thread.type !== 'create' ? textOr(thread.previous_message_id, '') : null,
  }),
  // Its clients keep everything, and send all of it when a thread is gone.
  continuation: { member: 'thread', reason: 'thread', outdated: 'resend' },
  readItem,
  referenceIn: () => null,
  write: messages => toAnthropic(messages).messages,
  withOutput: (piece, output) => ({ ...piece, content: outputOf(output) }),
  readAnswer: ({ id, content, usage }) => answerOf(content, { id, usage }),
  createAnswerReader,
}

/** A block that the provider has made of what came before it: nothing may be folded across it. */
const compactionBlock = 'compaction'

function readItem(item: Json, names: CallNames): Iterable<ItemPiece> | null {
  if (!isJsonObject(item)) return null
  const { role, content } = item
  if (role !== 'user' && role !== 'assistant' && role !== 'system') return null
  if (role === 'system' || !isList(content) || content.length === 0)
    return [{ block: null, messages: readAnthropicMessage(role, content, names) }]
  if (content.some(block => isJsonObject(block) && block.type === compactionBlock)) return null
  return blockPieces(content, block => readAnthropicMessage(role, [block], names))
}

/** What an answer says about itself. */
type AnswerFields = { readonly id: Json | undefined; readonly usage: Json | undefined }

function answerOf(content: Json | undefined, { id, usage }: AnswerFields): HeardAnswer | null {
  const heard = isList(content) ? content.slice(0, maxHeardItems) : null
  const [message] = heard === null ? [] : readAnthropicMessage('assistant', heard, new Map())
  const name = textOr(id, '') || null
  const said = message ?? nothing
  return said.parts.length === 0 && name === null ? null : { message: said, usage: usageOf(usage), id: name }
}

const nothing: Message = { role: 'assistant', parts: [] }

function usageOf(value: Json | undefined): Usage | null {
  if (!isJsonObject(value)) return null
  const [fresh, written, read, output] = [
    value.input_tokens,
    value.cache_creation_input_tokens,
    value.cache_read_input_tokens,
    value.output_tokens,
  ].map(tokensIn) as [number, number, number, number]
  return { input: fresh + written + read, output, cacheRead: read, cacheWrite: written, reasoning: 0 }
}

/** A block while it is written; `json` is the input of a call as far as it has come. */
type OpenBlock = { readonly fields: JsonObject; readonly texts: Map<string, string[]> }

function createAnswerReader(): AnswerReader {
  const blocks = new Map<number, OpenBlock>()
  let id = ''
  let usage: JsonObject = {}
  let complete = false
  let isCut = false
  const noteUsage = (value: Json | undefined) => {
    // Later events only tell what has changed.
    if (isJsonObject(value)) usage = { ...usage, ...value }
  }
  return {
    add(event) {
      const { type, index, delta, message, content_block: block } = event
      if (type === 'message_start' && isJsonObject(message)) {
        id = textOr(message.id, '')
        noteUsage(message.usage)
      } else if (type === 'message_delta') noteUsage(event.usage)
      else if (type === 'message_stop') complete = true
      else if (type === 'content_block_start' && isJsonObject(block) && typeof index === 'number') {
        if (blocks.size < maxHeardItems) blocks.set(index, { fields: block, texts: new Map() })
        else isCut = true
      } else if (type === 'content_block_delta' && isJsonObject(delta) && typeof index === 'number') {
        const open = blocks.get(index)
        if (open !== undefined) addDelta(open, delta)
      }
    },
    answer: () => answerOf([...blocks.values()].map(closed), { id, usage }),
    isComplete: () => complete && !isCut,
  }
}

/** Which field of a block each kind of delta adds to. */
const fieldsOfDeltas: ReadonlyMap<string, readonly [field: string, target: string]> = new Map([
  ['text_delta', ['text', 'text']],
  ['thinking_delta', ['thinking', 'thinking']],
  ['signature_delta', ['signature', 'signature']],
  ['input_json_delta', ['partial_json', 'input']],
])

function addDelta({ texts }: OpenBlock, delta: JsonObject): void {
  const known = fieldsOfDeltas.get(textOr(delta.type, ''))
  if (known === undefined) return
  const [field, target] = known
  const pieces = texts.get(target) ?? []
  texts.set(target, pieces)
  pieces.push(textOr(delta[field], ''))
}

function closed({ fields, texts }: OpenBlock): JsonObject {
  const added = [...texts].map(([target, pieces]) => {
    const text = pieces.join('')
    if (target !== 'input') return [target, textOr(fields[target], '') + text]
    const parsed = parseJson(text)
    return [target, 'value' in parsed ? parsed.value : text === '' ? (fields.input ?? {}) : text]
  })
  return { ...fields, ...Object.fromEntries(added) }
}
