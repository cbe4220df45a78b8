import type { PlannedFold } from './fold.ts'
import type { PlanContext } from './plan-context.ts'

/** One summary of everything between the opening and the recent part; an earlier summary is folded into it. */
export function planSummary({ exchanges, recent, shielded, opening, folds }: PlanContext): readonly PlannedFold[] {
  const old = exchanges.slice(0, recent).flatMap(({ messages }) => messages)
  const folding = new Set(old.filter(({ depth }) => depth > opening && !shielded.has(depth)).map(({ depth }) => depth))
  if (folding.size === 0) return []
  const folded = folds.filter(({ type }) => type !== 'trim').map(({ span }) => span.to)
  const span = { from: opening + 1, to: [...folding, ...folded].reduce((a, b) => Math.max(a, b)) }
  // Everything else shown inside the span stays word for word, whatever the reason it is shown for.
  const shown = exchanges.flatMap(({ messages }) => messages.map(({ depth }) => depth))
  const kept = shown.filter(depth => depth >= span.from && depth <= span.to && !folding.has(depth))
  return [{ type: 'summary', span, kept }]
}
