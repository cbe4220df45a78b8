import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CompactionProgress } from '../../core/answer-parts.ts'
import type { Receipt } from '../../core/receipt.ts'
import type { WindowStatus } from '../../core/window.ts'
import { CompactionDivider } from './CompactionDivider.tsx'
import { stateOf } from './use-longhand.ts'
import { WindowBar } from './WindowBar.tsx'

const status: WindowStatus = {
  used: 3_911,
  window: 8_192,
  reserved: 1_024,
  available: 3_257,
  share: 0.48,
  level: 'green',
  source: 'reported',
  breakdown: { system: 0, tools: 0, summary: 2_500, protected: 400, messages: 1_011, attachments: 0 },
}
const started: CompactionProgress = {
  id: 'c1',
  phase: 'started',
  startedAt: '2026-01-01T00:00:00Z',
  folding: 12,
  keeping: 4,
}
const receipt = {
  ...{ id: 'c1', trigger: 'person', strategy: 'summary', phase: 'by-hand', version: 1, folded: 12, kept: 4 },
  ...{ before: 45_230, after: 18_450, reduction: 0.59, durationMs: 3_100, facts: 10, retention: 0.97 },
  ...{ model: null, cost: 0, saving: null, gates: [], warnings: [] },
} as unknown as Receipt
const completed: CompactionProgress = { ...started, phase: 'completed', receipt }
const divider = (compaction: CompactionProgress, onUndo?: () => void) =>
  renderToStaticMarkup(<CompactionDivider compaction={compaction} {...(onUndo && { onUndo })} />)

test('L13 useLonghand reads the newest window and each compaction once, as it is now; what is broken is not shown', () => {
  const later = { ...status, used: 4_000 }
  const state = stateOf([
    {
      parts: [
        { type: 'data-context', data: status },
        { type: 'data-compaction', data: started },
      ] as never,
    },
    {
      parts: [
        { type: 'text', text: 'Yes' },
        { type: 'data-compaction', data: completed },
      ] as never,
    },
    {
      parts: [
        { type: 'data-context', data: later },
        { type: 'data-context', data: { used: '4' } },
      ] as never,
    },
    { parts: [{ type: 'data-compaction' }] as never },
  ])
  expect(state).toEqual({ status: later, compactions: [completed] })
  expect(stateOf([])).toEqual({ status: null, compactions: [] })
})

test('L13 the bar needs nothing but the status', () => {
  const shown = renderToStaticMarkup(<WindowBar status={status} />)
  expect(shown).toContain('3,911 / 8,192')
  expect(shown).not.toContain('condenses at')
})

test('L13 a divider says what runs, what was kept, and what failed; what came to nothing is not there', () => {
  expect(divider(started)).toContain('Condensing 12 messages…')
  expect(divider(completed)).toMatch(/Context condensed \([\d,]+ → [\d,]+ tokens\).*12 messages folded, 4 kept/)
  expect(divider({ ...started, phase: 'failed', sentence: 'The summariser is away.' })).toMatch(
    /Not condensed this time.*The summariser is away\./,
  )
  expect(divider({ ...started, phase: 'skipped' })).toBe('')
  expect(divider({ ...started, phase: 'cancelled' })).toBe('')
})

test('L13 undo is offered where the app can do it, once there is something to undo', () => {
  expect(divider(completed, () => {})).toContain('Undo')
  expect(divider(completed)).not.toContain('Undo')
  expect(divider(started, () => {})).not.toContain('Undo')
})
