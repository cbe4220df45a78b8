import type { ReactNode } from 'react'
import type { Receipt } from '../client/contract.ts'
import { grouped, percent } from '../client/figures.ts'
import type { Status } from '../core/window.ts'

type Props = {
  /** Oldest first. */
  readonly receipts: readonly Receipt[]
  readonly now: Status | null
}

const [width, height] = [336, 124]

/** Tokens at each condensing: all that was said, and what the model read of it. */
export function TokenChart({ receipts, now }: Props): ReactNode {
  const points = pointsOf(receipts, now?.used ?? 0)
  const most = Math.max(1, now?.window ?? 0, ...points.map(({ whole }) => whole))
  const x = (at: number) => (points.length < 2 ? 0 : (at / (points.length - 1)) * width)
  const y = (tokens: number) => height - (tokens / most) * (height - 6)
  const whole = points.map(({ whole }, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(whole)}`).join('')
  const read = points
    .map(({ before, after }, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(before)}L${x(at)} ${y(after)}`)
    .join('')
  const end = points.at(-1)!
  return (
    <figure className="chart">
      <figcaption>
        Tokens, by condensing
        <span>
          <i className="dotted" /> you see <i /> model sees
        </span>
      </figcaption>
      <svg
        viewBox={`0 -4 ${width} ${height + 20}`}
        role="img"
        aria-label={`All that was said grew to ${grouped(end.whole)} tokens; the model reads ${grouped(end.after)}.`}
      >
        {now?.window && (
          <>
            <line className="limit" x1="0" x2={width} y1={y(now.window * 0.8)} y2={y(now.window * 0.8)} />
            <text className="limit" x="0" y={y(now.window * 0.8) - 4}>
              {percent(0.8)} of the window
            </text>
          </>
        )}
        <path
          className="between"
          d={`${whole}${mirrored(points.flatMap(({ before, after }, at) => [[x(at), y(before)] as const, [x(at), y(after)] as const]))}Z`}
        />
        <path className="whole" d={whole} />
        <path className="read" d={read} />
        {points.slice(1, -1).map(({ name }, at) => (
          <text key={name} x={x(at + 1)} y={height + 13} textAnchor="middle">
            {name}
          </text>
        ))}
        <text x="0" y={height + 13}>
          start
        </text>
        <text x={width} y={height + 13} textAnchor="end">
          now
        </text>
      </svg>
    </figure>
  )
}

type Point = { readonly name: string; readonly whole: number; readonly before: number; readonly after: number }

/** What was said between two condensings made the view grow by as much as the whole. */
function pointsOf(receipts: readonly Receipt[], used: number): readonly Point[] {
  const points: Point[] = [{ name: 'start', whole: 0, before: 0, after: 0 }]
  for (const [at, { before, after }] of receipts.entries()) {
    const last = points.at(-1)!
    points.push({ name: String(at + 1), whole: last.whole + Math.max(0, before - last.after), before, after })
  }
  const last = points.at(-1)!
  const grown = Math.max(0, used - last.after)
  return [...points, { name: 'now', whole: last.whole + grown, before: last.after + grown, after: last.after + grown }]
}

const mirrored = (places: readonly (readonly [number, number])[]): string =>
  places
    .toReversed()
    .map(([x, y]) => `L${x} ${y}`)
    .join('')
