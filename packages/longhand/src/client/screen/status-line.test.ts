import { expect, test } from 'vitest'
import { statusLines } from './status-line.ts'

const progress = { id: 'k1', phase: 'started', startedAt: '2026-11-15T12:00:00Z', folding: 76, keeping: 6 } as const

test('W2, W7 what condenses in the background takes one line of a small page; what someone waits for says so there too', () => {
  expect(statusLines.condensing(progress)).toMatchObject({
    detail: '76 messages; the last 6 stay. Keep writing.',
    brief: true,
  })
  expect(statusLines.waiting(progress)).toMatchObject({ detail: expect.stringContaining('within 60 s') })
  expect(statusLines.waiting(progress)).not.toHaveProperty('brief')
})

test('C15 what the model reads after an undo is said as it is: every word, or the summary before', () => {
  const change = { type: 'folded' } as const
  expect(statusLines.undone({ compaction: null, change }).detail).toBe('The model reads every word again.')
  expect(statusLines.undone({ compaction: 'k1', change }).detail).toBe('The model reads the summary before it again.')
})

test.each([
  [{ type: 'folded' }, 'Condensing', 'The model reads every word again.', 'The model reads the summary again.'],
  [{ type: 'edited' }, 'Edit', 'The model reads the summary as it was before.', 'The model reads your summary again.'],
  [
    { type: 'trimmed', number: 3 },
    'Trim',
    'The model reads ¶ 3 as it did before.',
    'The model reads less of ¶ 3 again.',
  ],
  [
    { type: 'trimmed', number: null },
    'Trim',
    'The model reads the tool outputs as it did before.',
    'The model reads less of the tool outputs again.',
  ],
] as const)('C15, V13 an undo and a redo say what they are about: %o', (change, name, undone, redone) => {
  const told = statusLines.undone({ compaction: null, change })
  expect([told.title, told.detail]).toEqual([`${name} undone`, undone])
  const back = statusLines.redone({ change })
  expect([back.title, back.detail]).toEqual([`${name} redone`, redone])
})
