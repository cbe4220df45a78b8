import type { Json } from '../core/json.ts'
import type { Message } from '../core/message.ts'
import type { Usage } from '../engine/ports/chat-model.ts'
import type { CallNames } from '../wire/format-reader.ts'
import type { JsonObject } from '../wire/json-object.ts'

/** How clients of one provider speak: what a request says, what is written in its place, what an answer says. */
export type Protocol = {
  readonly name: 'anthropic' | 'openai-chat' | 'openai-responses'
  /** The member of a request that holds the conversation. */
  readonly list: string
  /** The members that are sent along with it every time. */
  readonly overhead: readonly string[]
  /** Why a request is none that can be stored and folded; null when it is. */
  readonly leftAlone: (members: JsonObject) => string | null
  /** An item of the list in pieces that can be left out one by one; null for one that nobody here understands. */
  readonly readItem: (item: Json, names: CallNames) => readonly ItemPiece[] | null
  /** Messages of ours as items. */
  readonly write: (messages: readonly Message[]) => readonly Json[]
  /** A piece that holds a result of a tool, with another output. */
  readonly withOutput: (piece: JsonObject, output: Json) => JsonObject
  /** What an answer said that came as one piece of JSON. */
  readonly readAnswer: (answer: JsonObject) => HeardAnswer | null
  /** The same for one that comes in events. */
  readonly createAnswerReader: () => AnswerReader
}

/** What a piece of an item says: a block of its content, or all of it. */
export type ItemPiece = { readonly block: number | null; readonly messages: readonly Message[] }

/** An answer of a provider, as it was passed on. */
export type HeardAnswer = {
  readonly message: Message
  /** As the provider reported it; null when it did not. */
  readonly usage: Usage | null
}

export type AnswerReader = {
  /** Takes the data of one event. */
  add(event: JsonObject): void
  /** What was said so far; null when nothing was. */
  answer(): HeardAnswer | null
  /** Whether the provider has said that this is all. */
  isComplete(): boolean
}
