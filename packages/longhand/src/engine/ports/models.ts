import type { Prices } from '../../core/money.ts'
import type { ModelWindow } from '../../core/window.ts'
import type { Generate } from './chat-model.ts'
import type { Summariser } from './summariser.ts'

/** The models that this installation knows. */
export interface Models {
  /** The one that people get when they choose none. */
  readonly defaultModel: string
  /** Throws `not-found` for a model that nobody has configured. */
  find(model: string): ChatModel
  /** Who writes summaries for conversations with a model; null when only the extractive one is left. */
  summariser(model: string, pace: 'usual' | 'fast'): Summariser | null
  /** Whether the summariser that is configured cannot be asked because it has no key; not when left out. */
  lacksKey?(model: string, pace: 'usual' | 'fast'): boolean
  /** `client`: summaries are paid for by whoever asks, with a key of their own, and by nobody else; left out where the installation pays. */
  readonly keys?: 'client'
  /** What a model charges; null when nobody knows. */
  prices(model: string): Prices | null
}

export type ChatModel = {
  readonly name: string
  readonly generate: Generate
  readonly room: ModelWindow
  readonly instructions: string | null
  /** Tokens of instructions that an app sends beyond those among the stored messages; none when left out. */
  readonly addedInstructions?: number
  /** Tokens of the tool definitions by the tokenizer. */
  readonly tools: number
  /** How long its provider remembers a request that was not repeated, in milliseconds; left out when it never does. */
  readonly cacheMs?: number
  /** The same model as a summariser whose request begins as the chat's does; left out when it cannot be one. */
  readonly warmSummariser?: Summariser | undefined
}
