import type { ReactNode } from 'react'
import type { Receipt } from '../../client/api/contract.ts'
import {
  formatDuration,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPrice,
  pluralize,
} from '../../client/text/format.ts'
import { formatRetention, modelName, triggerLabels } from '../../client/text/texts.ts'
import { warningSentence } from '../../core/compaction-warning.ts'
import { FigureList, type FigureRow } from '../controls/FigureList.tsx'
import './ReceiptsPanel.css'

type Props = {
  readonly receipt: Receipt
  readonly number: number
  /** When it was, if its divider is loaded. */
  readonly at: string | null
}

/** One receipt: what the compaction cost and kept. */
export function ReceiptDetails({ receipt, number, at }: Props): ReactNode {
  const { trigger, before, after, reduction, folded, kept, gates, phase, durationMs, model, cost, saving, warnings } =
    receipt
  const repaired = gates.filter(({ outcome }) => outcome === 'repaired').length
  const lines: readonly FigureRow[] = [
    ['Trigger', triggerLabels[trigger]],
    ['Tokens', `${formatNumber(before)} → ${formatNumber(after)}`],
    ['Saved', `${formatNumber(before - after)} (${formatPercent(reduction)})`, 'good'],
    ['Folded, kept', `${formatNumber(folded)}, ${pluralize(kept, 'message')}`],
    ['Retention', formatRetention(receipt)],
    ['Checks', repaired === 0 ? 'all passed' : `passed, ${repaired} repaired`],
    ['Time', phase === 'background' ? `${formatDuration(durationMs)}, was prepared` : formatDuration(durationMs)],
    [model === null ? 'Cost' : `Cost, ${modelName(model)}`, formatPrice(cost)],
    ...(saving === null ? [] : [['Net saving', formatMoney(saving), saving > 0 ? 'good' : undefined] as const]),
  ]
  return (
    <section className="slip" aria-label={`Receipt ${number}`}>
      <h3>
        Receipt {number} <span>{at === null ? receipt.strategy : `${receipt.strategy} · ${at}`}</span>
      </h3>
      <FigureList lines={lines} />
      {warnings.length > 0 && <p className="slip-warning">{warningSentence(receipt)}</p>}
    </section>
  )
}
