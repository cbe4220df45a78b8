import { batchJson } from '../core/batch-json.ts'
import { checkMessage } from '../core/check-message.ts'
import { LonghandError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import type { Message } from '../core/message.ts'
import { sameJson } from '../core/same-json.ts'
import type { CountMessage } from '../engine/transfer/entry-shape.ts'
import { anyJson, bad, nullable, objectAt } from '../engine/transfer/shape.ts'
import type { CompactionState } from './compaction-state.ts'
import { type DisplayState, displayStateShape, isDisplayState, stateShape } from './display-state.ts'

/** A request about a history, taken apart: what is long is checked here or stays text. */
export type HistoryRequest = {
  /** All but the messages and the state: small, for whoever asks to look at. */
  readonly options: { readonly [key: string]: Json }
  readonly state: CompactionState | null
  /** The state of an app that displays all messages and sends some of them. */
  readonly display: DisplayState | null
  readonly form: HistoryForm
  /** The messages as JSON, a few in each piece: ours checked and counted (`HistoryMessage`), others as they came. */
  readonly pieces: readonly string[]
}

/** Our messages; those of the AI SDK for screens; the same of an app that keeps a display state. */
export type HistoryForm = 'longhand' | 'ui' | 'display'

/** Takes a request apart, or says what is wrong with it. Counts in its state are made anew. */
export function readHistoryRequest(value: unknown, count: CountMessage): HistoryRequest {
  return asSentence(() => {
    const { messages, apiMessages, compactionState = null, ...rest } = objectAt(value, 'The request')
    const all = messageList(messages, 'messages')
    const form = formOf(value as HistoryFields, all)
    if (apiMessages !== undefined) checkSameEnd(messageList(apiMessages, 'apiMessages'), all, compactionState)
    const display = isDisplayState(compactionState)
      ? displayStateShape(count)(compactionState, 'compactionState')
      : null
    const state = display === null ? nullable(stateShape(count))(compactionState, 'compactionState') : display.own
    const options = anyJson(20, 200_000)(rest, 'The request') as HistoryRequest['options']
    const read = form === 'longhand' ? (one: unknown, at: number) => counted(one, at, count) : (one: unknown) => one
    const pieces = batchJson(all.map((one, at) => JSON.stringify(read(one, at))))
    return { options, state, display, form, pieces }
  })
}

type HistoryFields = { readonly form?: unknown; readonly apiMessages?: unknown; readonly compactionState?: unknown }

/** A request that does not name its form is known by what it holds: messages for screens have ids, ours have none. */
function formOf({ form, apiMessages, compactionState }: HistoryFields, messages: readonly unknown[]): HistoryForm {
  const isDisplay = apiMessages !== undefined || isDisplayState(compactionState)
  if (form === undefined && (isDisplay || messages.every(isForScreens))) return 'display'
  if (form === 'ui') return isDisplay ? 'display' : 'ui'
  if (isDisplay) bad(apiMessages === undefined ? 'compactionState' : 'apiMessages', formMismatch)
  return 'longhand'
}

const formMismatch =
  'goes with messages of the AI SDK for screens. Leave out form, or send messages and state in the form it names'

function isForScreens(value: unknown): boolean {
  const { id, role } = (value ?? {}) as { readonly id?: unknown; readonly role?: unknown }
  return typeof id === 'string' && role !== 'tool'
}

function messageList(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0) return bad(at, 'must be a list of one message or more')
  return value.length > maxMessages ? bad(at, `holds more than ${maxMessages}`) : value
}

/**
 * What is sent follows from messages and state; the list may come along, but must not hold what they do not. It ends with
 * the summary when even the last message was folded.
 */
function checkSameEnd(apiMessages: readonly unknown[], messages: readonly unknown[], state: unknown): void {
  const sent = objectAt(apiMessages.at(-1), 'The last message')
  const shown = objectAt(messages.at(-1), 'The last message')
  if (typeof sent.id === 'string' && typeof shown.id === 'string' ? sent.id === shown.id : sameJson(sent, shown)) return
  if (isDisplayState(state) && sameJson(sent, (state as { readonly summaryMessage?: unknown }).summaryMessage)) return
  bad('apiMessages', 'ends with another message than messages. Send the newest one in both, or leave apiMessages out')
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

function asSentence<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof LonghandError)) throw cause
    throw new LonghandError(cause.code, `${cause.message.replace(/\.$/, '')}.`, { cause })
  }
}
