import type { ReactNode } from 'react'
import type { CompactResponse } from '../../client/api/contract.ts'
import { formatMessageNumbers, formatNumber, formatPercent, formatPrice, pluralize } from '../../client/text/format.ts'
import type { Stay } from '../../facts/stays.ts'
import { FigureList, type FigureRow } from '../controls/FigureList.tsx'
import { Icon } from '../controls/Icon.tsx'
import './PreviewFigures.css'

type Props = { readonly preview: Extract<CompactResponse, { type: 'preview' }> }

/** What a dry run found: figures, and what stays as it is. */
export function PreviewFigures({ preview }: Props): ReactNode {
  const { before, after, folding, keeping, retention, facts, cost, stays } = preview
  const protectedCount = stays.filter(({ why }) => why === 'opening' || why === 'protected')
  const lines: readonly FigureRow[] = [
    ['Tokens now', formatNumber(before)],
    ['After', formatNumber(after), 'good'],
    ['Saved', before === 0 ? '–' : formatPercent(1 - after / before), 'good'],
    ['Messages folded', formatNumber(folding.length)],
    ['Kept word for word', formatNumber(keeping.length)],
    ['Protected', formatNumber(protectedCount.reduce((sum, { numbers }) => sum + numbers.length, 0))],
    ['Facts found', formatNumber(facts)],
    ['Retention', formatPercent(retention), 'good'],
    ['Cost', formatPrice(cost)],
  ]
  return (
    <>
      <h3>What would happen</h3>
      <FigureList lines={lines} />
      <h3>Stays as it is</h3>
      <ul className="stays">
        {stays.map(stay => (
          <li key={stay.numbers[0]} className={stay.why}>
            <Icon name={stay.why === 'opening' || stay.why === 'protected' ? 'lock' : 'book'} small />
            <span>
              {formatMessageNumbers(stay.numbers)} {describeStay(stay)}, {formatNumber(stay.tokens)}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function describeStay({ why, numbers, words }: Stay): string {
  if (why === 'opening') return numbers.length === 1 ? 'First message' : 'First messages'
  if (why === 'recent')
    return numbers.length === 1 ? 'The last message' : `The last ${pluralize(numbers.length, 'message')}`
  return words
}
