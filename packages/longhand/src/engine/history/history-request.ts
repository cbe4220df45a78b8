import { LonghandError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { inPieces } from '../../core/pieces.ts'
import { type CountMessage, foldShape, maxDepth } from '../transfer/entry-shape.ts'
import { anyJson, bad, fields, list, nullable, objectAt, whole } from '../transfer/shape.ts'
import type { CompactionState } from './history.ts'

/** A request about a history, taken apart: what is long is checked here or stays text. */
export type HistoryRequest = {
  /** All but the messages and the state: small, for whoever asks to look at. */
  readonly wishes: { readonly [key: string]: Json }
  readonly state: CompactionState | null
  readonly messages: number
  /** The messages as JSON, a few in each piece, where they still have to be made ours. */
  readonly pieces: readonly string[] | null
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
    const wishes = anyJson(20, 200_000)(rest, 'The request') as HistoryRequest['wishes']
    const pieces = rest.form === 'ui' ? inPieces(messages.map(one => JSON.stringify(one))) : null
    return { wishes, state, messages: messages.length, pieces }
  })
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
