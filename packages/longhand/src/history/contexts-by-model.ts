import { LonghandError } from '../core/errors.ts'
import type { MessageListContext } from './message-list.ts'

/** The contexts of an agent: a conversation goes on when its model changes. */
export type ContextsByModel<Context> = {
  /** For a request to a model, in a thread or in none. */
  find(model: string, thread: string | null): Context
  /** By the id of a thread, for the model that was asked last. */
  for(thread: string): Context
}

/** Opens one context for each model that an agent asks, all on one store; `named` is the model where the app says it. */
export function contextsByModel<Source, ReportedUsage>(
  named: string | null,
  open: (model: string) => MessageListContext<Source, ReportedUsage>,
): ContextsByModel<MessageListContext<Source, ReportedUsage>> {
  const opened = new Map<string, MessageListContext<Source, ReportedUsage>>()
  let newest = named
  const find = (model: string): MessageListContext<Source, ReportedUsage> => {
    const found = opened.get(model) ?? open(model)
    opened.set(model, found)
    return found
  }
  return {
    find(model, thread) {
      newest = named ?? model
      return thread === null ? find(newest) : find(newest).for(thread)
    },
    for(thread) {
      if (newest !== null) return find(newest).for(thread)
      throw new LonghandError('bad-request', `Nothing was sent in ${thread} yet. Ask the agent first.`)
    },
  }
}

/** Says how threads are named when two conversations without one met in an agent; any other error is thrown again. */
export const nameThreads =
  (call: string) =>
  (error: unknown): never => {
    if (!(error instanceof LonghandError) || error.code !== 'conflict') throw error
    throw new LonghandError(
      'conflict',
      `Two conversations go through this agent at the same time. Name each: ${call}.`,
      { cause: error },
    )
  }
