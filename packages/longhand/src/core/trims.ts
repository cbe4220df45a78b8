import { type Branch, messagesOf } from './branch.ts'
import type { TrimFold } from './fold.ts'
import type { Message } from './message.ts'
import { trim } from './trim.ts'
import { view } from './view.ts'

/** Which tool outputs to cut, and how many characters each of them keeps. */
export type TrimRequest = { readonly which: 'old' | 'all'; readonly maxOutputLength: number }

/** Characters that a trimmed output keeps: what is usually enough, and less where that does not fit. */
export const trimLimits = [2_000, 800, 300] as const

/** How many messages at the end are not old. */
const recentMessages = 6

/** The trims that would make a view smaller: its long tool outputs, cut in their middle; or only the old ones. */
export function trimsOf(
  branch: Branch,
  { which, maxOutputLength }: TrimRequest,
  count: (message: Message) => number,
): readonly TrimFold[] {
  const shown = new Map(
    view(branch).flatMap(({ kind, span, count: tokens }) =>
      kind === 'verbatim' || kind === 'trimmed' ? [[span.from, tokens]] : [],
    ),
  )
  return messagesOf(branch)
    .slice(0, which === 'old' ? -recentMessages : undefined)
    .flatMap((entry): readonly TrimFold[] => {
      const tokens = shown.get(entry.depth)
      if (tokens === undefined || entry.message.role !== 'tool') return []
      const trimmed = count(trim(entry, maxOutputLength))
      if (trimmed >= tokens) return []
      return [{ type: 'trim', span: { from: entry.depth, to: entry.depth }, limit: maxOutputLength, count: trimmed }]
    })
}
