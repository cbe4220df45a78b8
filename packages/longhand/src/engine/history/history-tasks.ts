import { checkMessage } from '../../core/check-message.ts'
import { LonghandError } from '../../core/errors.ts'
import type { TextFold } from '../../core/fold.ts'
import type { Message } from '../../core/message.ts'
import { inPieces } from '../../core/pieces.ts'
import type { TaskMeter } from '../long-work/tasks.ts'
import {
  decideHistory,
  type FoldPlan,
  foldHistory,
  type HistoryDecision,
  type HistoryOptions,
  type Kept,
} from './history.ts'

/** A history as JSON: the bytes of a list of messages, or of an object with the list under `messages`. */
export type HistoryText = Omit<Kept, 'messages'> & { readonly bytes: Uint8Array }

/** What the tasks about histories are given; `plan` and `folds` once these are written. */
export type HistoryInput = {
  readonly options: HistoryOptions
  readonly rest?: 'always'
  readonly plan: FoldPlan
  readonly folds: readonly TextFold[]
}

type ToDecide = Pick<HistoryInput, 'options' | 'rest'>
type ToFold = Pick<HistoryInput, 'options' | 'plan' | 'folds'>

/** What is decided about a history, and what it looks like then: for threads, because histories are long. */
export const historyTasks = {
  decideHistory: ({ kept, options, rest }: ToDecide & { readonly kept: Kept }, { count }: TaskMeter): HistoryDecision =>
    decideHistory(kept, { ...options, ...(rest && { rest }) }, count),

  foldHistory: ({ kept, options, plan, folds }: ToFold & { readonly kept: Kept }, { count }: TaskMeter) =>
    foldHistory(kept, { ...options, plan, folds }, count),

  decideHistoryText({ options, rest, ...history }: ToDecide & HistoryText, { count }: TaskMeter) {
    const decided = decideHistory(readHistory(history), { ...options, ...(rest && { rest }) }, count)
    return decided.type === 'fold' ? decided : { ...decided, view: written(decided.view) }
  },

  foldHistoryText({ options, plan, folds, ...history }: ToFold & HistoryText, { count }: TaskMeter) {
    const folded = foldHistory(readHistory(history), { ...options, plan, folds }, count)
    return { ...folded, view: written(folded.view) }
  },
}

function readHistory({ bytes, ...rest }: HistoryText): Kept {
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
  const messages = Array.isArray(value) ? value : (value as { readonly messages: readonly unknown[] }).messages
  return { ...rest, messages: messages.map(checkedAt) }
}

function checkedAt(message: unknown, at: number): Message {
  try {
    return checkMessage(message)
  } catch (cause) {
    if (!(cause instanceof LonghandError)) throw cause
    throw new LonghandError(cause.code, `messages.${at}: ${cause.message}`, { cause })
  }
}

const written = (view: readonly Message[]): readonly string[] => inPieces(view.map(message => JSON.stringify(message)))
