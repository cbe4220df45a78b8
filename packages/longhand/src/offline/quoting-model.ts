import { runTask } from '../threads/run-task.ts'
import type { OfflineModel } from './prompt-messages.ts'
import { textModel } from './text-model.ts'

/** How the quoting model speaks. */
export type QuotingModelOptions = {
  /** Milliseconds between two words, so that people can read along. */
  readonly wordDelayMs?: number
}

/** A chat model without a network: it answers only with lines that it was sent, which shows what survived. */
export const createQuotingModel = ({ wordDelayMs = 0 }: QuotingModelOptions = {}): OfflineModel =>
  textModel({ id: 'quoting', respond: messages => runTask('quote', messages), wordDelayMs })
