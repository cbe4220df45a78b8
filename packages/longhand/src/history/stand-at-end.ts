import { LonghandError } from '../core/errors.ts'
import { moveHead } from '../engine/checkpoints/move-head.ts'
import type { Scope } from '../engine/engine.ts'
import type { Place } from '../engine/ports/store-conversations.ts'
import type { KnownEntry } from './known-messages.ts'

/**
 * Sees to it that the head stands at the end of these messages; what was condensed or protected right after them counts.
 * Null when it does. Where another process has gone on from them the head stays there, and this resolves to where they end,
 * unless the app has dropped what follows.
 */
export async function standAtEnd(
  scope: Scope,
  last: KnownEntry | null,
  then: 'stay' | 'go-back',
): Promise<Place | null> {
  const end = await endOf(scope, last)
  if (end === 'head') return null
  if (end !== 'elsewhere' && then === 'stay') return end
  await goBack(scope, last)
  return null
}

/** Where the last of some messages stands: at the head, before messages of the head's branch, or on another branch. */
export async function endOf({ store, conversation }: Scope, last: KnownEntry | null): Promise<End> {
  const depth = last?.depth ?? 0
  for (let after = Math.max(0, depth - 1), end: Place | null = null; ; ) {
    const { entries, more } = await store.entries.page(conversation, { after: { depth: after }, limit: 10 })
    for (const { entry, line } of entries) {
      if (entry.depth === depth) {
        if (entry.id !== last!.id) return 'elsewhere'
      } else if (entry.type === 'message') return end ?? 'elsewhere'
      end = { line, depth: entry.depth }
    }
    if (!more) return end === null && last !== null ? 'elsewhere' : 'head'
    after += entries.length
  }
}

type End = Place | 'head' | 'elsewhere'

/** The head goes to the end of these messages. */
export async function goBack(scope: Scope, last: KnownEntry | null): Promise<void> {
  const { store, conversation } = scope
  if (last === null) {
    const { head } = await store.conversations.get(conversation)
    await moveHead(scope, { line: head.line, depth: 0 }, 'move')
    return
  }
  const [found] = await store.entries.find(conversation, [last.id])
  if (found === undefined) throw new LonghandError('stale', 'The messages of this conversation were erased. Ask again.')
  await moveHead(scope, await withMarks(scope, { line: found.line, depth: found.entry.depth }), 'move')
}

/** The place behind what was condensed or protected right after a message. */
async function withMarks({ store, conversation }: Scope, place: Place): Promise<Place> {
  for (let end = place; ; ) {
    const next = { line: place.line, depth: end.depth + 1 }
    const page = await store.entries
      .page(conversation, { after: { depth: end.depth }, limit: 1, at: next })
      .catch(error => {
        if (error instanceof LonghandError && error.code === 'not-found') return null
        throw error
      })
    if (page === null || page.entries[0]?.entry.type === 'message') return end
    end = next
  }
}
