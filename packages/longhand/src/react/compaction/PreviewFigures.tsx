import type { ReactNode } from 'react'
import type { CompactResponse } from '../../client/api/compaction-contract.ts'
import { formatMessageNumbers, formatNumber, formatPercent, formatPrice, pluralize } from '../../client/text/format.ts'
import { notMeasured } from '../../client/text/texts.ts'
import { isRetentionMeasured } from '../../core/receipt.ts'
import type { KeptRun } from '../../facts/kept-runs.ts'
import { FigureList, type FigureRow } from '../controls/FigureList.tsx'
import { Icon } from '../controls/Icon.tsx'
import { Unbroken } from '../text/Unbroken.tsx'
import * as words from '../words/compaction.ts'
import * as everywhere from '../words/everywhere.ts'
import './PreviewFigures.css'

type Props = { readonly preview: Extract<CompactResponse, { type: 'preview' }> }

/** What a dry run found: figures, and what stays as it is. */
export function PreviewFigures({ preview }: Props): ReactNode {
  const { before, after, folding, keeping, retention, facts, cost, kept } = preview
  const protectedCount = kept.filter(({ reason }) => reason === 'opening' || reason === 'protected')
  const lines: readonly FigureRow[] = [
    [words.tokensNow, formatNumber(before)],
    [words.after, formatNumber(after), 'good'],
    [everywhere.saved, before === 0 ? '–' : formatPercent(1 - after / before), 'good'],
    [words.messagesFolded, formatNumber(folding.length)],
    [words.keptWordForWord, formatNumber(keeping.length)],
    [everywhere.isProtected, formatNumber(protectedCount.reduce((sum, { numbers }) => sum + numbers.length, 0))],
    [words.factsFound, formatNumber(facts)],
    [everywhere.retention, isRetentionMeasured(preview) ? formatPercent(retention) : notMeasured, 'good'],
    [everywhere.cost, formatPrice(cost)],
  ]
  return (
    <>
      <h3>{words.whatWouldHappen}</h3>
      <FigureList lines={lines} />
      <h3>{words.staysAsItIs}</h3>
      <ul className="kept-runs">
        {kept.map(run => (
          <li key={run.numbers[0]} className={run.reason}>
            <Icon name={run.reason === 'opening' || run.reason === 'protected' ? 'lock' : 'book'} small />
            <span>
              <Unbroken text={formatMessageNumbers(run.numbers)} /> {describeKeptRun(run)}, {formatNumber(run.tokens)}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function describeKeptRun({ reason, numbers, excerpt }: KeptRun): string {
  if (reason === 'opening') return numbers.length === 1 ? words.firstMessage : words.firstMessages
  if (reason === 'recent')
    return numbers.length === 1 ? words.theLastMessage : words.theLast(pluralize(numbers.length, 'message'))
  return excerpt
}
