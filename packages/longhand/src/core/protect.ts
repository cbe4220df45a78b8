import { type Branch, messagesOf } from './branch.ts'
import { checkItems, givenEntries } from './check-items.ts'
import type { EntryDraft, ProtectionEntry } from './entry.ts'
import { LonghandError } from './errors.ts'
import { exchanges } from './exchange.ts'
import { type Layout, shields, spanOf } from './layout.ts'

/** The entry that protects or releases message ¶ `number`, together with its whole exchange. */
export function protection(
  branch: Branch,
  number: number,
  action: ProtectionEntry['action'],
): EntryDraft<ProtectionEntry> {
  checkItems(branch, givenEntries)
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

/** An exchange that a person has protected: the ¶ of its first and last message, and the tokens that it takes. */
export type ProtectedExchange = { readonly from: number; readonly to: number; readonly count: number }

/** P4 what protection costs, largest first: what to release when it leaves no room. The opening cannot be released. */
export function largestProtected({ shown, shields }: Pick<Layout, 'shown' | 'shields'>): readonly ProtectedExchange[] {
  return shown
    .filter(({ messages }) => shields.get(messages[0]!.depth) === 'protected')
    .map(({ messages }) => ({
      from: messages[0]!.number,
      to: messages.at(-1)!.number,
      count: messages.reduce((sum, { count }) => sum + count, 0),
    }))
    .toSorted((a, b) => b.count - a.count)
}
