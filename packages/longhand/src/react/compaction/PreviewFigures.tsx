import type { ReactNode } from 'react'
import type { CompactResponse } from '../../client/api/compaction-contract.ts'
import { formatMessageNumbers, formatNumber, formatPercent, formatPrice, pluralize } from '../../client/text/format.ts'
import { notMeasured } from '../../client/text/texts.ts'
import { isRetentionMeasured } from '../../core/receipt.ts'
import type { KeptRun } from '../../facts/kept-runs.ts'
import { FigureList, type FigureRow } from '../controls/FigureList.tsx'
import { Icon } from '../controls/Icon.tsx'
import './PreviewFigures.css'

type Props = { readonly preview: Extract<CompactResponse, { type: 'preview' }> }

/** What a dry run found: figures, and what stays as it is. */
export function PreviewFigures({ preview }: Props): ReactNode {
  const { before, after, folding, keeping, retention, facts, cost, kept } = preview
  const protectedCount = kept.filter(({ reason }) => reason === 'opening' || reason === 'protected')
  const lines: readonly FigureRow[] = [
    ['Tokens now', formatNumber(before)],
    ['After', formatNumber(after), 'good'],
    ['Saved', before === 0 ? '–' : formatPercent(1 - after / before), 'good'],
    ['Messages folded', formatNumber(folding.length)],
    ['Kept word for word', formatNumber(keeping.length)],
    ['Protected', formatNumber(protectedCount.reduce((sum, { numbers }) => sum + numbers.length, 0))],
    ['Facts found', formatNumber(facts)],
    ['Retention', isRetentionMeasured(preview) ? formatPercent(retention) : notMeasured, 'good'],
    ['Cost', formatPrice(cost)],
  ]
  return (
    <>
      <h3>What would happen</h3>
      <FigureList lines={lines} />
      <h3>Stays as it is</h3>
      <ul className="kept-runs">
        {kept.map(run => (
          <li key={run.numbers[0]} className={run.reason}>
            <Icon name={run.reason === 'opening' || run.reason === 'protected' ? 'lock' : 'book'} small />
            <span>
              {formatMessageNumbers(run.numbers)} {describeKeptRun(run)}, {formatNumber(run.tokens)}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function describeKeptRun({ reason, numbers, excerpt }: KeptRun): string {
  if (reason === 'opening') return numbers.length === 1 ? 'First message' : 'First messages'
  if (reason === 'recent')
    return numbers.length === 1 ? 'The last message' : `The last ${pluralize(numbers.length, 'message')}`
  return excerpt
}
