import { type Branch, type MessageEntry, messagesOf, type Plan, type TrimFold, trim } from 'longhand'
import { countMessage } from 'longhand/tokens'

/** Characters that a trimmed tool output keeps. */
const limit = 2_000

/** When the messages that stay leave no room for a summary, their long tool outputs are cut in the middle. */
export function trimStaying(branch: Branch, plan: Extract<Plan, { type: 'fold' }>, room: number): readonly TrimFold[] {
  const beside = staying(branch, plan)
  if (beside.reduce((sum, { count }) => sum + count, 0) <= room) return []
  return beside.flatMap((entry): readonly TrimFold[] => {
    const count = countMessage(trim(entry, limit))
    return count < entry.count ? [{ type: 'trim', span: { from: entry.depth, to: entry.depth }, limit, count }] : []
  })
}

/** The messages that a plan leaves word for word. */
export const staying = (branch: Branch, { blanks }: Extract<Plan, { type: 'fold' }>): readonly MessageEntry[] =>
  messagesOf(branch).filter(
    ({ depth }) => !blanks.some(({ span, kept }) => depth >= span.from && depth <= span.to && !kept.includes(depth)),
  )
