import { type Branch, messagesOf, protectedSpans } from './branch.ts'
import type { EntryDraft, MessageEntry, ProtectionEntry } from './entry.ts'
import { LonghandError } from './errors.ts'
import { type Exchange, exchanges } from './exchange.ts'
import type { Span } from './span.ts'
import { spanSearch } from './span-search.ts'

/** Why a message is never folded. */
export type Shield = 'opening' | 'protected'

/** The shielded messages of a branch by depth: its opening, and every exchange that holds a protected message. */
export function shields(branch: Branch): ReadonlyMap<number, Shield> {
  const spanAt = spanSearch(protectedSpans(branch))
  const found = new Map<number, Shield>()
  let opening = true
  for (const exchange of exchanges(messagesOf(branch))) {
    const shield = opening ? 'opening' : spanAt(spanOf(exchange)) !== null ? 'protected' : null
    if (shield !== null) for (const { depth } of exchange.messages) found.set(depth, shield)
    // The opening runs up to the first message that is not the system's: what the conversation is about.
    opening &&= exchange.messages[0]!.message.role === 'system'
  }
  return found
}

/** The entry that protects or releases message ¶ `number`, together with its whole exchange. */
export function protection(branch: Branch, number: number, wish: ProtectionEntry['wish']): EntryDraft<ProtectionEntry> {
  const all = exchanges(messagesOf(branch))
  const at = all.findIndex(({ messages }) => messages.some(entry => entry.number === number))
  const exchange = all[at]
  if (exchange === undefined) {
    throw new LonghandError(
      'not-found',
      `There is no message ¶ ${number} here. The newest is ¶ ${newestNumber(branch)}.`,
    )
  }
  if (wish === 'release' && shields(branch).get(exchange.messages[0]!.depth) === 'opening') {
    throw new LonghandError('not-allowed', `¶ ${number} opens the conversation and is always protected.`)
  }
  return { type: 'protection', span: spanOf(exchange), wish }
}

export const spanOf = ({ messages }: Pick<Exchange, 'messages'>): Span => ({
  from: messages[0]!.depth,
  to: messages.at(-1)!.depth,
})

const newestNumber = (branch: Branch): number => messagesOf(branch).at(-1)?.number ?? 0

/** Protected messages, largest first: what to release when they leave no room. */
export function largestProtected(branch: Branch): readonly MessageEntry[] {
  const found = shields(branch)
  return messagesOf(branch)
    .filter(({ depth }) => found.get(depth) === 'protected')
    .toSorted((a, b) => b.count - a.count)
}
