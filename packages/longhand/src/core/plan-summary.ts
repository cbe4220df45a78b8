import type { Blank } from './fold.ts'
import type { Scene } from './plan.ts'

/** One summary of everything between the opening and the recent part; an earlier summary is folded into it. */
export function planSummary({ exchanges, recent, shielded, opening, folds }: Scene): readonly Blank[] {
  const old = exchanges.slice(0, recent).flatMap(({ messages }) => messages)
  const goes = new Set(old.filter(({ depth }) => depth > opening && !shielded.has(depth)).map(({ depth }) => depth))
  if (goes.size === 0) return []
  const folded = folds.filter(({ type }) => type !== 'trim').map(({ span }) => span.to)
  const span = { from: opening + 1, to: [...goes, ...folded].reduce((a, b) => Math.max(a, b)) }
  // Everything shown inside the span that does not go stays word for word, whatever the reason it is shown for.
  const shown = exchanges.flatMap(({ messages }) => messages.map(({ depth }) => depth))
  const kept = shown.filter(depth => depth >= span.from && depth <= span.to && !goes.has(depth))
  return [{ type: 'summary', span, kept }]
}
