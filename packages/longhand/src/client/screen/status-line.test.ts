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
  expect(statusLines.undone({ compaction: null }).detail).toBe('The model reads every word again.')
  expect(statusLines.undone({ compaction: 'k1' }).detail).toBe('The model reads the summary before it again.')
})
