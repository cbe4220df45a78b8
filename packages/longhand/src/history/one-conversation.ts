import { LonghandError } from '../core/errors.ts'
import { sameJson } from '../core/same-json.ts'

/** Knows which messages are in use, so that those of another conversation are refused meanwhile. */
export type ConversationGuard<Source> = {
  /** Throws `conflict` when messages with another opening are in use: two conversations go through one object. */
  check(messages: readonly Source[]): void
  /** Counts the messages as in use until the function that it returns is called. */
  use(messages: readonly Source[]): () => void
  /** Whether messages with more than one opening have come: then nobody can tell whose the last ones were. */
  isShared(): boolean
}

/**
 * A conversation is known by its opening, the first message that is not the system's. While nothing is in use, another
 * opening is a new start or an edit of the first message; later messages may differ at any time.
 */
export function conversationGuard<Source>(): ConversationGuard<Source> {
  const inUse = new Set<{ readonly opening: Source | null }>()
  let first: Source | null = null
  let isShared = false
  return {
    check(messages) {
      const opening = openingOf(messages)
      for (const used of inUse) if (!isSame(used.opening, opening)) throw mixed()
      isShared ||= !isSame(first, opening)
      first ??= opening
    },
    use(messages) {
      const used = { opening: openingOf(messages) }
      inUse.add(used)
      return () => void inUse.delete(used)
    },
    isShared: () => isShared,
  }
}

const openingOf = <Source>(messages: readonly Source[]): Source | null =>
  messages.find(message => (message as { readonly role?: unknown } | null)?.role !== 'system') ?? null

const isSame = (one: unknown, other: unknown): boolean => one === null || other === null || sameJson(one, other)

/** Says that one object cannot tell two conversations apart. */
export const mixed = (): LonghandError =>
  new LonghandError(
    'conflict',
    'These messages begin differently from those of the request in progress: one longhand() object serves one conversation. Use context.for(id) with an id for each conversation.',
  )
