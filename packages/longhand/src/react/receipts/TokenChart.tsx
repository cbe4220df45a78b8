import type { ReactNode } from 'react'
import type { ConversationState } from '../../client/api/contract.ts'
import { formatNumber, formatPercent } from '../../client/text/format.ts'
import type { GrowthPoint } from '../../client/text/token-growth.ts'
import { thresholdTokens } from '../../core/threshold.ts'
import * as words from '../words/receipts.ts'

type Props = {
  readonly points: readonly GrowthPoint[]
  readonly conversation: Pick<ConversationState, 'status' | 'policy'>
}

const [width, height] = [336, 124]

/** Tokens by message: the whole conversation, and what the model read of it. */
export function TokenChart({ points, conversation }: Props): ReactNode {
  const end = points.at(-1)!
  const due = thresholdLine(conversation)
  const maxTokens = Math.max(1, due?.tokens ?? 0, ...points.map(({ whole }) => whole))
  const x = (number: number) => round((number / Math.max(1, end.number)) * width)
  const y = (tokens: number) => round(height - (tokens / maxTokens) * (height - 14))
  const whole = pathOf(points.map(point => [x(point.number), y(point.whole)]))
  const steps = points.flatMap(({ number, before, after }): readonly Point[] => [
    [x(number), y(before)],
    [x(number), y(after)],
  ])
  return (
    <figure className="chart">
      <figcaption>
        {words.tokensByMessage}
        <span>
          <i className="dotted" /> {words.youSee} <i /> {words.modelSees}
        </span>
      </figcaption>
      <svg
        viewBox={`0 -4 ${width} ${height + 20}`}
        role="img"
        aria-label={words.growth(formatNumber(end.whole), formatNumber(end.after))}
      >
        <path className="between" d={`${whole}${pathOf(steps.toReversed()).replace('M', 'L')}Z`} />
        <CompactionMarks points={points} x={x} />
        {due !== null && (
          <>
            <line className="limit" x1="0" x2={width} y1={y(due.tokens)} y2={y(due.tokens)} />
            <text className="limit" x="0" y={y(due.tokens) - 4}>
              {due.label}
            </text>
          </>
        )}
        <path className="whole" d={whole} />
        <path className="read" d={pathOf(steps)} />
        <line className="ground" x1="0" x2={width} y1={height} y2={height} />
        <text x="0" y={below}>
          ¶ 1
        </text>
        <text x={width} y={below} textAnchor="end">
          ¶ {end.number}
        </text>
      </svg>
    </figure>
  )
}

const below = height + 13

/** A line for each compaction, with a label where there is space. */
function CompactionMarks({ points, x }: Pick<Props, 'points'> & { readonly x: (number: number) => number }): ReactNode {
  let freeFrom = 20
  return points.flatMap(({ number, receipt }) => {
    if (receipt === null) return []
    const at = x(number)
    const middle = Math.min(at, width - endWidth - labelWidth / 2)
    const hasLabel = middle - labelWidth / 2 >= freeFrom
    if (hasLabel) freeFrom = middle + labelWidth / 2
    return [
      <g key={receipt}>
        <line className="receipt" x1={at} x2={at} y1="0" y2={height} />
        {hasLabel && (
          <text x={middle} y={below} textAnchor="middle">
            {words.oneReceipt} {receipt}
          </text>
        )}
      </g>,
    ]
  })
}

const labelWidth = 52
const endWidth = 34

/** The threshold in tokens and its label; null when there is none in tokens. */
function thresholdLine({ status: { window, reserved }, policy }: Props['conversation']) {
  const tokens = thresholdTokens(policy.threshold, { window, reserve: reserved })
  if (tokens === null) return null
  const label = window === null ? words.tokens(formatNumber(tokens)) : words.ofTheWindow(formatPercent(tokens / window))
  return { tokens, label }
}

type Point = readonly [x: number, y: number]

const pathOf = (places: readonly Point[]): string =>
  places.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')

const round = (figure: number): number => Math.round(figure * 10) / 10
