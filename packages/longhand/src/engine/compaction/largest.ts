import { type Branch, messagesOf } from '../../core/branch.ts'
import type { View } from '../../core/view.ts'

/** The three largest parts of a view with their tokens, by the names that people know them by: `¶ 5 (1,200)`. */
export function largestIn(branch: Branch, view: View): string {
  const numbers = new Map(messagesOf(branch).map(({ depth, number }) => [depth, number]))
  const named = view.map(({ kind, span, count }) => {
    const number = kind === 'summary' || kind === 'digest' ? undefined : numbers.get(span.from)
    return { name: number === undefined ? `the ${kind}` : `¶ ${number}`, count }
  })
  return named
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 3)
    .map(({ name, count }) => `${name} (${count.toLocaleString('en')})`)
    .join(', ')
}
