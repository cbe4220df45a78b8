import { LonghandError } from '../core/errors.ts'
import type { Scope } from '../engine/engine.ts'
import type { Conversation } from '../engine/ports/store-conversations.ts'

/** The conversation as the store has it; null where it does not answer in time. */
export async function currentState({ engine, store, conversation }: Scope): Promise<Conversation | null> {
  const over = new AbortController()
  try {
    const late = engine.clock.sleep(maxWaitMs, over.signal).then(() => null)
    return await Promise.race([store.conversations.get(conversation), late])
  } catch (error) {
    if (isStoreFailure(error)) return null
    throw error
  } finally {
    over.abort()
  }
}

/** So long is a store waited for where memory would do. */
const maxWaitMs = 2_000

/** Whether the store has failed, and not what was asked of it. */
export const isStoreFailure = (error: unknown): boolean =>
  error instanceof LonghandError && error.code.startsWith('store-')
