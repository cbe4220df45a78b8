import { runTask } from '../threads/run-task.ts'
import type { OfflineModel } from './prompt-messages.ts'
import { textModel } from './text-model.ts'

/** How the quoting model speaks. */
export type QuotingModelOptions = {
  /** Milliseconds between two words, so that one can read along. */
  readonly pace?: number
}

/** A chat model without a network: it answers only with lines that it was sent, so that one can see what survived. */
export const createQuotingModel = ({ pace = 0 }: QuotingModelOptions = {}): OfflineModel =>
  textModel({ id: 'quoting', say: messages => runTask('quote', messages), pace })
