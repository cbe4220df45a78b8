import type { RequestBody, SentMessage } from './sent-messages.ts'

/** One library with one of its settings: a row of the table. */
export type Library = {
  readonly name: string
  readonly label: string
  /** The file that drives it, from this folder. */
  readonly adapter: string
  readonly variant: string
  /** It may go on calling while a summary is written. */
  readonly background?: boolean
  /** Can a person take a compaction back? */
  readonly reversible: 'yes' | 'no' | string
  /** Lines that an app adds for it, by its own documentation. */
  readonly lines: number
  /** Tells a request for a summary from a call, for libraries that ask one model for both. */
  readonly isSummary?: (messages: readonly SentMessage[], body: RequestBody) => boolean
  /** What of a request is to be summarised; all of it when left out. */
  readonly shown?: (messages: readonly SentMessage[]) => string
  /** How many tokens its prompt asks for. */
  readonly summarySize?: (tokens: number) => number
  /** The form that its prompt asks for. */
  readonly wrap?: (text: string) => string
}
