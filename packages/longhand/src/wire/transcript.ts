import type { Message } from '../core/message.ts'

/** The formats of transcripts that can be read. */
export const formats = [
  'longhand',
  'claude-code',
  'codex',
  'corpus',
  'openai-responses',
  'anthropic',
  'openai-chat',
] as const

/** The name of a transcript format. */
export type Format = (typeof formats)[number]

/** A conversation as another program wrote it down, read into messages. */
export type Transcript = {
  readonly format: Format
  readonly messages: readonly Message[]
  /** What the program says about each message: when it was said, and by which model. */
  readonly details: readonly MessageDetails[]
  /** The title that the conversation had there; null when it had none. */
  readonly title: string | null
  /**
   * For each message, the places in the source it was read from: indexes of the array, or of the lines, from 0.
   * A message has none when it is not in the list, like Anthropic's system prompt.
   */
  readonly sources: readonly (readonly number[])[]
  /** What the indexes count. */
  readonly unit: 'line' | 'item'
  /** What could not be read, by the same indexes. */
  readonly skipped: readonly Skipped[]
}

/** What a log says about a message beside its words; null when it says nothing. */
export type MessageDetails = {
  /** When it was said, in milliseconds since 1970. */
  readonly at: number | null
  /** The model that said it. */
  readonly model: string | null
}

export type Skipped = { readonly index: number; readonly problem: string }

/** A message and where it was read from. */
export type ReadMessage = { readonly message: Message; readonly from: readonly number[] }
