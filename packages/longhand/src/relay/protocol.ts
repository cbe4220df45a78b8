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
  /** What its provider holds of the conversation, or is asked to hold. */
  readonly providerState: (members: JsonObject) => ProviderState
  /** How a request goes on from an answer that its provider holds; null where providers hold none. */
  readonly continuation: Continuation | null
  /** The id of what an item stands for, where it is only a reference to an item of an earlier answer. */
  readonly referenceIn: (item: Json) => string | null
  /** An item of the list in pieces that can be left out one by one, each read when it is asked for; null for one that nobody here understands. */
  readonly readItem: (item: Json, names: CallNames) => Iterable<ItemPiece> | null
  /** Messages as items. */
  readonly write: (messages: readonly Message[]) => readonly Json[]
  /** A piece that holds a result of a tool, with another output. */
  readonly withOutput: (piece: JsonObject, output: Json) => JsonObject
  /** What an answer said that came as one piece of JSON. */
  readonly readAnswer: (answer: JsonObject) => HeardAnswer | null
  /** The same for one that comes in events. */
  readonly createAnswerReader: () => AnswerReader
}

/** What a request leaves with its provider. */
export type ProviderState = {
  /** Whether the provider keeps the answer, so that a later request may name it. */
  readonly isKept: boolean
  /** The answer that the request goes on from: it holds only what came after. Null for one that holds everything. */
  readonly previous: string | null
}

export type Continuation = {
  /** The member that names the answer. */
  readonly member: string
  /** Why a request that names an unknown one is left alone, in a word. */
  readonly reason: string
  /** What becomes of a request whose view is another than its provider holds: it is written in full, or its client is asked for all of it. */
  readonly outdated: 'write' | 'resend'
}

/** What a piece of an item says: a block of its content, or all of it. */
export type ItemPiece = { readonly block: number | null; readonly messages: readonly Message[] }

/** A piece for each block of a content. */
export function* blockPieces(
  content: readonly Json[],
  read: (block: Json) => readonly Message[],
): Generator<ItemPiece> {
  for (const [block, value] of content.entries()) yield { block, messages: read(value) }
}

/** An answer of a provider, as it was passed on. */
export type HeardAnswer = {
  readonly message: Message
  /** As the provider reported it; null when it did not. */
  readonly usage: Usage | null
  /** What its provider calls it; null where it has no name. */
  readonly id: string | null
}

/** More blocks and calls than any model writes in an answer; what comes after them is passed on and not heard. */
export const maxHeardItems = 10_000

export type AnswerReader = {
  /** Takes the data of one event. */
  add(event: JsonObject): void
  /** What was said so far; null when nothing was. */
  answer(): HeardAnswer | null
  /** Whether the provider has said that this is all. */
  isComplete(): boolean
}
