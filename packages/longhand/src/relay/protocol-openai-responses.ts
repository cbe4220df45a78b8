import type { Json } from '../core/json.ts'
import { type Part, user } from '../core/message.ts'
import type { Usage } from '../engine/ports/chat-model.ts'
import type { CallNames } from '../wire/format-reader.ts'
import { isJsonObject, isList, type JsonObject, textOr } from '../wire/json-object.ts'
import { readResponsesItem } from '../wire/openai-responses.ts'
import { toOpenAIResponses } from '../wire/to-openai-responses.ts'
import { outputOf } from './output-of.ts'
import { type AnswerReader, type HeardAnswer, type ItemPiece, maxHeardItems, type Protocol } from './protocol.ts'
import { tokensIn } from './tokens-in.ts'

/** OpenAI's responses, as far as the client holds its conversation itself. */
export const openaiResponsesProtocol: Protocol = {
  name: 'openai-responses',
  list: 'input',
  overhead: ['instructions', 'tools'],
  leftAlone: ({ conversation = null, background = null }) => {
    if (conversation !== null) return 'reference'
    return background === true ? 'background' : null
  },
  providerState: ({ store = null, previous_response_id: previous = null }) => ({
    isKept: store !== false,
    previous: previous === null ? null : textOr(previous, ''),
  }),
  continuation: { member: 'previous_response_id', reason: 'reference', outdated: 'write' },
  readItem,
  referenceIn,
  write: toOpenAIResponses,
  withOutput: (piece, output) => ({ ...piece, output: outputIn(piece, outputOf(output)) }),
  readAnswer: ({ id, output, usage }) => (isList(output) ? answerOf(output, { id, usage }) : null),
  createAnswerReader,
}

/** An output in the form that the tool's own item has: the API's own tools take no text in place of it. */
function outputIn({ type, output: before = '' }: JsonObject, output: Json): Json {
  // Half a picture is none.
  if (type === 'computer_call_output') return before
  if (type !== 'shell_call_output' || !isList(before)) return output
  const stdout = typeof output === 'string' ? output : JSON.stringify(output)
  return before.map((one, at) => {
    const { outcome = { type: 'exit', exit_code: 0 } } = isJsonObject(one) ? one : {}
    return { stdout: at === 0 ? stdout : '', stderr: '', outcome }
  })
}

/** A reference may come without its type. */
function referenceIn(item: Json): string | null {
  if (!isJsonObject(item) || item.role !== undefined) return null
  return (item.type ?? 'item_reference') === 'item_reference' ? textOr(item.id, '') || null : null
}

/** What the provider holds in place of words, or has made of what came before. */
const heldElsewhere = /^(item_reference|compaction|compaction_trigger)$/

function readItem(item: Json, names: CallNames): Iterable<ItemPiece> | null {
  // All that is said may be one text.
  if (typeof item === 'string') return [{ block: null, messages: [user(item)] }]
  if (!isJsonObject(item) || heldElsewhere.test(textOr(item.type, ''))) return null
  const message = readResponsesItem(item, names)
  return message === null ? null : [{ block: null, messages: [message] }]
}

/** What a response says about itself. */
type ResponseFields = { readonly id: Json | undefined; readonly usage: Json | undefined }

function answerOf(items: readonly Json[], { id, usage }: ResponseFields): HeardAnswer | null {
  const names: CallNames = new Map()
  const messages = items
    .slice(0, maxHeardItems)
    .flatMap(item => (isJsonObject(item) ? [readResponsesItem(item, names)] : []))
  const parts = messages.flatMap((message): readonly Part[] => (message?.role === 'assistant' ? message.parts : []))
  const heard = { message: { role: 'assistant', parts }, usage: usageOf(usage), id: textOr(id, '') || null } as const
  return parts.length === 0 && heard.id === null ? null : heard
}

function usageOf(value: Json | undefined): Usage | null {
  if (!isJsonObject(value)) return null
  const { input_tokens_details: input = null, output_tokens_details: output = null } = value
  return {
    input: tokensIn(value.input_tokens),
    output: tokensIn(value.output_tokens),
    cacheRead: isJsonObject(input) ? tokensIn(input.cached_tokens) : 0,
    cacheWrite: 0,
    reasoning: isJsonObject(output) ? tokensIn(output.reasoning_tokens) : 0,
  }
}

function createAnswerReader(): AnswerReader {
  const items = new Map<number, Json>()
  // Words of an item that has not ended.
  const open = new Map<number, string[]>()
  let [id, usage]: [Json?, Json?] = []
  let complete = false
  let isCut = false
  /** Whether an item is one of those that are heard. */
  const isHeard = (index: number): boolean => {
    const isRoom = items.has(index) || open.has(index) || items.size + open.size < maxHeardItems
    isCut ||= !isRoom
    return isRoom
  }
  const addWord = (index: number, word: string) => {
    const pieces = open.get(index)
    if (pieces === undefined) open.set(index, [word])
    else pieces.push(word)
  }
  const spoken = ([index, pieces]: readonly [number, readonly string[]]): readonly (readonly [number, Json])[] =>
    items.has(index) ? [] : [[index, { type: 'message', role: 'assistant', content: pieces.join('') }]]
  return {
    add({ type, item, output_index: index, delta, response }) {
      if (typeof index === 'number' && type === 'response.output_item.done') {
        if (isHeard(index)) items.set(index, item ?? null)
      } else if (typeof index === 'number' && type === 'response.output_text.delta') {
        if (isHeard(index)) addWord(index, textOr(delta, ''))
      } else if (isJsonObject(response)) {
        id = response.id
        usage = response.usage
        complete ||= type === 'response.completed' || type === 'response.incomplete'
      }
    },
    answer: () => {
      const said = [...items, ...[...open].flatMap(spoken)].toSorted(([a], [b]) => a - b)
      return answerOf(
        said.map(([, item]) => item),
        { id, usage },
      )
    },
    isComplete: () => complete && !isCut,
  }
}
