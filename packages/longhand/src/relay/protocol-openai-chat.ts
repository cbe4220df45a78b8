import type { Json } from '../core/json.ts'
import type { Usage } from '../engine/ports/chat-model.ts'
import type { CallNames } from '../wire/format-reader.ts'
import { isJsonObject, isList, type JsonObject, textOr } from '../wire/json-object.ts'
import { readOpenAIMessage, toOpenAIChat } from '../wire/openai-chat.ts'
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

/** OpenAI's chat completions, which most other programs speak as well. */
export const openaiChatProtocol: Protocol = {
  name: 'openai-chat',
  list: 'messages',
  overhead: ['tools', 'functions'],
  leftAlone: ({ n }) => (n === undefined || n === null || n === 1 ? null : 'choices'),
  providerState: () => ({ isKept: false, previous: null }),
  continuation: null,
  readItem,
  referenceIn: () => null,
  write: messages => toOpenAIChat(messages),
  withOutput: (piece, output) => ({ ...piece, content: outputOf(output) }),
  readAnswer: ({ choices, usage }) => {
    const [choice] = isList(choices) ? choices : []
    return isJsonObject(choice) && isJsonObject(choice.message) ? answerOf(choice.message, usage) : null
  },
  createAnswerReader,
}

function readItem(item: Json, names: CallNames): Iterable<ItemPiece> | null {
  if (!isJsonObject(item)) return null
  const { role, content, ...others } = item
  const isPlain = role === 'user' && isList(content) && content.length > 0 && Object.keys(others).length === 0
  const read = (value: JsonObject) => readOpenAIMessage(value, names)
  if (!isPlain) {
    const message = read(item)
    return message === null ? null : [{ block: null, messages: [message] }]
  }
  return blockPieces(content, block => [read({ role, content: [block] })!])
}

function answerOf(said: JsonObject, usage: Json | undefined): HeardAnswer | null {
  const calls = isList(said.tool_calls) ? { tool_calls: said.tool_calls.slice(0, maxHeardItems) } : {}
  const message = readOpenAIMessage({ ...said, ...calls, role: 'assistant' }, new Map())
  return message === null || message.parts.length === 0 ? null : { message, usage: usageOf(usage), id: null }
}

function usageOf(value: Json | undefined): Usage | null {
  if (!isJsonObject(value)) return null
  const { prompt_tokens_details: input = null, completion_tokens_details: output = null } = value
  return {
    input: tokensIn(value.prompt_tokens),
    output: tokensIn(value.completion_tokens),
    cacheRead: isJsonObject(input) ? tokensIn(input.cached_tokens) : 0,
    cacheWrite: 0,
    reasoning: isJsonObject(output) ? tokensIn(output.reasoning_tokens) : 0,
  }
}

type OpenCall = { id: string; name: string; readonly pieces: string[] }

function createAnswerReader(): AnswerReader {
  const content: string[] = []
  const reasoning: string[] = []
  const calls = new Map<number, OpenCall>()
  // The numbers of calls by their ids, and of the one that began last.
  const indexes = new Map<string, number>()
  let last = 0
  let usage: Json | undefined
  let complete = false
  let isCut = false
  const addCall = (value: Json) => {
    if (!isJsonObject(value)) return
    const index = typeof value.index === 'number' ? value.index : indexOf(textOr(value.id, ''))
    const known = calls.get(index)
    if (known === undefined && calls.size >= maxHeardItems) {
      isCut = true
      return
    }
    const call = known ?? { id: '', name: '', pieces: [] }
    if (known === undefined) {
      calls.set(index, call)
      last = index
    }
    const called = isJsonObject(value.function) ? value.function : {}
    call.id ||= textOr(value.id, '')
    indexes.set(call.id, index)
    call.name ||= textOr(called.name, '')
    call.pieces.push(textOr(called.arguments, ''))
  }
  /** Some providers do not number calls: one without an id goes on with the last. */
  const indexOf = (id: string): number => (id === '' ? last : (indexes.get(id) ?? calls.size))
  return {
    add(event) {
      if (isJsonObject(event.usage)) usage = event.usage
      const [choice] = isList(event.choices) ? event.choices : []
      if (!isJsonObject(choice)) return
      if (typeof choice.finish_reason === 'string') complete = true
      const delta = isJsonObject(choice.delta) ? choice.delta : {}
      content.push(textOr(delta.content, ''))
      reasoning.push(textOr(delta.reasoning_content, ''))
      if (isList(delta.tool_calls)) for (const call of delta.tool_calls) addCall(call)
    },
    answer: () =>
      answerOf(
        {
          content: content.join(''),
          reasoning_content: reasoning.join(''),
          tool_calls: [...calls.values()].map(({ id, name, pieces }) => ({
            ...{ id, type: 'function', function: { name, arguments: pieces.join('') } },
          })),
        },
        usage,
      ),
    isComplete: () => complete && !isCut,
  }
}
