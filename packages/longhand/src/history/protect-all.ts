import { messagesOf } from '../core/branch.ts'
import { exchanges } from '../core/exchange.ts'
import { protectedSpans, spanOf } from '../core/layout.ts'
import { spanSearch } from '../core/span.ts'
import { protectMessage } from '../engine/compaction/protect-message.ts'
import type { Scope } from '../engine/engine.ts'
import type { NewEntry } from '../engine/ports/store-entries.ts'
import type { Snapshot } from '../engine/snapshot.ts'

/** One entry for each message that is to stay and does not yet; many of them are stored at once. */
export async function protectAll(scope: Scope, numbers: readonly number[], { branch }: Snapshot): Promise<void> {
  const spanAt = spanSearch(protectedSpans(branch))
  const spans = new Map(
    exchanges(messagesOf(branch)).flatMap(one => one.messages.map(({ number }) => [number, spanOf(one)] as const)),
  )
  const wanted = [...new Set(numbers)].map(number => ({ number, span: spans.get(number) }))
  const missing = wanted.filter(({ span }) => span === undefined || spanAt(span) === null)
  const added = missing.flatMap(({ span }): NewEntry[] =>
    span === undefined ? [] : [{ id: scope.engine.newId(), type: 'protection', span, action: 'protect' }],
  )
  if (added.length > 0) await scope.store.entries.append(scope.conversation, added)
  // What is folded is protected by its number; what is not there is said.
  for (const { number, span } of missing) if (span === undefined) await protectMessage(scope, number, 'protect')
}
