import type { ReactNode } from 'react'
import type { Receipt } from '../../client/api/contract.ts'
import { formatMoney } from '../../client/text/format.ts'
import * as words from '../words/receipts.ts'

type Props = {
  /** Oldest first. */
  readonly receipts: readonly Receipt[]
}

const [width, height] = [336, 44]
const widestBar = 24

/** What compaction has saved so far, minus its cost; nothing when prices are unknown or zero. */
export function CostChart({ receipts }: Props): ReactNode {
  const sums = runningTotals(receipts)
  const largest = sums.reduce((largest, sum) => Math.max(largest, Math.abs(sum)), Number.NEGATIVE_INFINITY)
  if (receipts.every(({ saving }) => saving === null) || largest === 0) return null
  const step = Math.min(widestBar, width / sums.length)
  return (
    <figure className="chart">
      <figcaption>
        {words.costSaved} <span>{words.afterCacheEffects}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words.savedSoFar(formatMoney(sums.at(-1)!))}>
        {sums.map((sum, at) => {
          const bar = Math.max(1, (Math.abs(sum) / largest) * (height - 2))
          const [x, y] = [at * step, height - bar]
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is known by its place.
          return <rect key={at} className={sum < 0 ? 'loss' : 'gain'} {...{ x, y }} width={step - 2} height={bar} />
        })}
      </svg>
    </figure>
  )
}

function runningTotals(receipts: readonly Receipt[]): readonly number[] {
  let sum = 0
  return receipts.map(({ saving }) => (sum += saving ?? 0))
}
