import type { Branch, MessageEntry, Plan } from 'longhand'
import { isHiddenBy, messagesOf, type TrimFold, trim } from 'longhand/internal/core'
import { countMessage } from 'longhand/tokens'
import { tokensOf } from './compact-receipt.ts'

/** Characters that a trimmed tool output keeps: as many as leave room. */
const limits = [2_000, 800, 300]

/** When the messages that stay leave no room for a summary, their long tool outputs are cut in the middle. */
export function trimStaying(branch: Branch, plan: Extract<Plan, { type: 'fold' }>, room: number): readonly TrimFold[] {
  const alsoShown = staying(branch, plan)
  const used = tokensOf(alsoShown)
  if (used <= room) return []
  const tries = limits.map(limit => trimsTo(limit, alsoShown))
  return tries.find(({ saved }) => used - saved <= room)?.trims ?? tries.at(-1)!.trims
}

function trimsTo(limit: number, entries: readonly MessageEntry[]) {
  let saved = 0
  const trims = entries.flatMap((entry): readonly TrimFold[] => {
    const count = countMessage(trim(entry, limit))
    if (count >= entry.count) return []
    saved += entry.count - count
    return [{ type: 'trim', span: { from: entry.depth, to: entry.depth }, limit, count }]
  })
  return { trims, saved }
}

/** The messages that a plan leaves word for word. */
export const staying = (branch: Branch, { planned }: Extract<Plan, { type: 'fold' }>): readonly MessageEntry[] => {
  const isHidden = isHiddenBy(planned)
  return messagesOf(branch).filter(({ depth }) => !isHidden(depth))
}
