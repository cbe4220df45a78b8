import { expect, test } from 'vitest'
import type { ConversationRow } from '../api/contract.ts'
import { dateGroups } from './date-groups.ts'

const now = new Date(2026, 10, 17, 9).getTime()
const row = (id: string, ...date: [number, number, number]) =>
  ({ id, pinned: id.startsWith('p'), updatedAt: new Date(...date, 23).toISOString() }) as ConversationRow

test('K9 conversations are grouped by the day they changed last, what is pinned first', () => {
  const rows = [
    row('a', 2026, 10, 17),
    row('b', 2026, 10, 16),
    row('c', 2026, 10, 10),
    row('p', 2026, 10, 9),
    row('d', 2026, 10, 9),
    row('e', 2026, 9, 10),
    row('f', 2025, 9, 10),
  ]
  expect(dateGroups(rows, now).map(({ label, rows }) => `${label}: ${rows.map(({ id }) => id).join('')}`)).toEqual([
    ...['Pinned: p', 'Today: a', 'Yesterday: b', 'Previous 7 days: c', 'Previous 30 days: d'],
    ...['October: e', 'October 2025: f'],
  ])
})
