import { type Branch, messagesOf } from './branch.ts'
import type { EntryDraft, MessageEntry, ProtectionEntry } from './entry.ts'
import { LonghandError } from './errors.ts'
import { exchanges } from './exchange.ts'
import { shields, spanOf } from './layout.ts'

/** The entry that protects or releases message ¶ `number`, together with its whole exchange. */
export function protection(
  branch: Branch,
  number: number,
  action: ProtectionEntry['action'],
): EntryDraft<ProtectionEntry> {
  const all = exchanges(messagesOf(branch))
  const at = all.findIndex(({ messages }) => messages.some(entry => entry.number === number))
  const exchange = all[at]
  if (exchange === undefined) {
    throw new LonghandError(
      'not-found',
      `There is no message ¶ ${number} here. The newest is ¶ ${newestNumber(branch)}.`,
    )
  }
  if (action === 'release' && shields(branch).get(exchange.messages[0]!.depth) === 'opening') {
    throw new LonghandError('not-allowed', `¶ ${number} opens the conversation and is always protected.`)
  }
  return { type: 'protection', span: spanOf(exchange), action }
}

const newestNumber = (branch: Branch): number => messagesOf(branch).at(-1)?.number ?? 0

/** Protected messages, largest first: what to release when they leave no room. */
export function largestProtected(branch: Branch): readonly MessageEntry[] {
  const found = shields(branch)
  return messagesOf(branch)
    .filter(({ depth }) => found.get(depth) === 'protected')
    .toSorted((a, b) => b.count - a.count)
}
