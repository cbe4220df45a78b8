import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Divider } from '../../client/screen/rows.ts'
import type { Receipt } from '../../core/receipt.ts'
import { ReceiptDetails } from '../receipts/ReceiptDetails.tsx'
import { CompactionDivider } from './CompactionDivider.tsx'
import type { DividerActions } from './use-divider-actions.ts'

const receiptWith = (warnings: Receipt['warnings']) =>
  ({
    ...{ id: 'k1', trigger: 'person', strategy: 'summary', phase: 'by-hand', version: 1, folded: 42, kept: 6 },
    ...{ before: 45_230, after: 18_450, reduction: 0.59, durationMs: 3_100, facts: 10, retention: 0.97 },
    ...{ model: null, cost: 0, saving: null, gates: [], warnings },
  }) as unknown as Receipt

const shown = (warnings: Receipt['warnings'], more: Partial<Divider> = {}) =>
  renderToStaticMarkup(
    <CompactionDivider
      divider={
        {
          type: 'divider',
          key: 'k1',
          state: 'active',
          entry: { id: 'k1', at: '2026-01-01T00:00:00Z', edits: null, folds: [], receipt: receiptWith(warnings) },
          ...more,
        } as unknown as Divider
      }
      actions={{} as DividerActions}
    />,
  )

test('F1 the divider of a compaction in the originals’ own words is yellow and says why', () => {
  expect(shown(['summariser-late'])).toMatch(/class="fold active {2}warned".*The summariser took too long: .*own words/)
  expect(shown([])).not.toContain('warned')
  expect(shown(['summariser-late'], { state: 'undone' })).not.toContain('warned')
})

test('F1 its receipt says so too', () => {
  const slip = renderToStaticMarkup(<ReceiptDetails receipt={receiptWith(['no-time'])} number={1} at={null} />)
  expect(slip).toContain('There was no time to wait for the summariser')
})
