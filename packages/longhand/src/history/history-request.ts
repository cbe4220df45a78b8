import { batchJson } from '../core/batch-json.ts'
import { checkMessage } from '../core/check-message.ts'
import { LonghandError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import type { Message } from '../core/message.ts'
import { type CountMessage, foldShape, maxDepth } from '../engine/transfer/entry-shape.ts'
import { anyJson, bad, fields, list, nullable, objectAt, whole } from '../engine/transfer/shape.ts'
import type { CompactionState } from './compaction-state.ts'

/** A request about a history, taken apart: what is long is checked here or stays text. */
export type HistoryRequest = {
  /** All but the messages and the state: small, for whoever asks to look at. */
  readonly options: { readonly [key: string]: Json }
  readonly state: CompactionState | null
  readonly form: 'longhand' | 'ui'
  /** The messages as JSON, a few in each piece: ours checked and counted (`HistoryMessage`), others as they came. */
  readonly pieces: readonly string[]
}

/** Takes a request apart, or says what is wrong with it. Counts in its state are made anew. */
export function readHistoryRequest(value: unknown, count: CountMessage): HistoryRequest {
  return asSentence(() => {
    const { messages, compactionState = null, ...rest } = objectAt(value, 'The request')
    if (!Array.isArray(messages) || messages.length === 0)
      return bad('messages', 'must be a list of one message or more')
    if (messages.length > maxMessages) return bad('messages', `holds more than ${maxMessages}`)
    const state = nullable(
      fields<CompactionState>({
        ...{ version: whole(1, 1_000_000), messages: whole(1, maxDepth) },
        folds: list(foldShape(count), maxFolds),
      }),
    )(compactionState, 'compactionState')
    const options = anyJson(20, 200_000)(rest, 'The request') as HistoryRequest['options']
    const form = rest.form === 'ui' ? 'ui' : 'longhand'
    const read = form === 'ui' ? (one: unknown) => one : (one: unknown, at: number) => counted(one, at, count)
    return { options, state, form, pieces: batchJson(messages.map((one, at) => JSON.stringify(read(one, at)))) }
  })
}

/** A message with the tokens that were counted when it was checked. */
export type HistoryMessage = { readonly message: Message; readonly count: number }

function counted(value: unknown, at: number, count: CountMessage): HistoryMessage {
  try {
    const message = checkMessage(value)
    return { message, count: count(message) }
  } catch (cause) {
    if (!(cause instanceof LonghandError)) throw cause
    throw new LonghandError(cause.code, `messages.${at}: ${cause.message}`, { cause })
  }
}

const maxMessages = 200_000
const maxFolds = 20_000

function asSentence<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof LonghandError)) throw cause
    throw new LonghandError(cause.code, `${cause.message.replace(/\.$/, '')}.`, { cause })
  }
}
