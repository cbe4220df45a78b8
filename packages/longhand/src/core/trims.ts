import { type Branch, messagesOf } from './branch.ts'
import type { TrimFold } from './fold.ts'
import type { Message } from './message.ts'
import { trim } from './trim.ts'
import type { View } from './view.ts'

/** Characters that a trimmed tool output keeps. */
const limit = 2_000

/** How many messages at the end are not old. */
const recent = 6

/** The trims that would make a view smaller: its long tool outputs, cut in their middle; or only the old ones. */
export function trimsOf(
  branch: Branch,
  read: View,
  which: 'old' | 'all',
  count: (message: Message) => number,
): readonly TrimFold[] {
  const shown = new Set(read.flatMap(({ kind, span }) => (kind === 'verbatim' ? [span.from] : [])))
  return messagesOf(branch)
    .slice(0, which === 'old' ? -recent : undefined)
    .flatMap((entry): readonly TrimFold[] => {
      if (!shown.has(entry.depth) || entry.message.role !== 'tool') return []
      const trimmed = count(trim(entry, limit))
      if (trimmed >= entry.count) return []
      return [{ type: 'trim', span: { from: entry.depth, to: entry.depth }, limit, count: trimmed }]
    })
}
