import type { DisplayEntry } from '../api/contract.ts'
import { formatDuration, formatMoney, formatNumber } from './format.ts'

/** What an answer took, all of its steps together: 12,300 tokens in, 86 out · 2.1 s · $0.04. Null when nothing is known. */
export function answerFigures(entries: readonly DisplayEntry[]): string | null {
  const sum = (of: (entry: DisplayEntry) => number | undefined): number | null => {
    const known = entries.map(of).filter(figure => figure !== undefined)
    return known.length === 0 ? null : known.reduce((all, one) => all + one, 0)
  }
  const input = sum(({ usage }) => usage?.input)
  const output = sum(({ usage }) => usage?.output)
  const ms = sum(entry => entry.ms)
  const cost = sum(entry => entry.cost)
  const figures = [
    input !== null && output !== null && `${formatNumber(input)} tokens in, ${formatNumber(output)} out`,
    ms !== null && formatDuration(ms),
    cost !== null && cost > 0 && formatMoney(cost),
  ].filter(Boolean)
  return figures.length === 0 ? null : figures.join(' · ')
}
