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
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/receipts.ts'
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
    [words.trigger, triggerLabels[trigger]],
    [everywhere.tokensTitle, `${formatNumber(before)} → ${formatNumber(after)}`],
    [everywhere.saved, `${formatNumber(before - after)} (${formatPercent(reduction)})`, 'good'],
    [words.foldedKept, `${formatNumber(folded)}, ${pluralize(kept, 'message')}`],
    [everywhere.retention, formatRetention(receipt)],
    [words.checks, repaired === 0 ? words.allPassed : words.passedRepaired(repaired)],
    [words.time, phase === 'background' ? words.wasPrepared(formatDuration(durationMs)) : formatDuration(durationMs)],
    [model === null ? everywhere.cost : words.costOf(modelName(model)), formatPrice(cost)],
    ...(saving === null ? [] : [[words.netSaving, formatMoney(saving), saving > 0 ? 'good' : undefined] as const]),
  ]
  return (
    <section className="slip" aria-label={words.receiptNumber(number)}>
      <h3>
        {everywhere.receipt} {number} <span>{at === null ? receipt.strategy : `${receipt.strategy} · ${at}`}</span>
      </h3>
      <FigureList lines={lines} />
      {warnings.length > 0 && <p className="slip-warning">{warningSentence(receipt)}</p>}
    </section>
  )
}
