import type { ConversationRow } from '../api/contract.ts'

/** Conversations under a label: what is pinned, then by the day they changed last. */
export type DateGroup = { readonly label: string; readonly rows: readonly ConversationRow[] }

/** Rows in groups, in the order they come in; those that are pinned first. */
export function dateGroups(rows: readonly ConversationRow[], now: number): readonly DateGroup[] {
  const groups = new Map<string, ConversationRow[]>([['Pinned', []]])
  for (const row of rows) {
    const label = row.pinned ? 'Pinned' : labelOf(row.updatedAt, now)
    groups.set(label, [...(groups.get(label) ?? []), row])
  }
  return [...groups].flatMap(([label, rows]) => (rows.length === 0 ? [] : [{ label, rows }]))
}

function labelOf(at: string, now: number): string {
  const time = new Date(at)
  const days = Math.round((midnight(new Date(now)) - midnight(time)) / 86_400_000)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days <= 7) return 'Previous 7 days'
  if (days <= 30) return 'Previous 30 days'
  const month = time.toLocaleString('en', { month: 'long' })
  return time.getFullYear() === new Date(now).getFullYear() ? month : `${month} ${time.getFullYear()}`
}

const midnight = (time: Date): number => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()
