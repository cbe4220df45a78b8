import type { Row } from '../../client/screen/rows.ts'

/** Where somebody is on the way through their first compaction. */
export type GuideStep = 'send' | 'fold' | 'open' | 'undo' | 'done'

export type GuideProgress = {
  readonly rows: readonly Row[]
  /** How many messages there were when the guide began. */
  readonly before: number
  /** Whether something is on its way: a message, an answer, a compaction. */
  readonly busy: boolean
  /** Whether the divider has been opened. */
  readonly opened: boolean
}

export function guideStep({ rows, before, busy, opened }: GuideProgress): GuideStep {
  const dividers = rows.flatMap(row => (row.type === 'divider' ? [row] : []))
  if (dividers.some(({ state }) => state === 'active')) return opened ? 'undo' : 'open'
  if (dividers.some(({ state }) => state === 'undone')) return 'done'
  return busy || messagesIn(rows) > before ? 'fold' : 'send'
}

export const messagesIn = (rows: readonly Row[]): number =>
  rows.reduce((sum, row) => sum + (row.type === 'card' ? row.entries.length : 0), 0)
