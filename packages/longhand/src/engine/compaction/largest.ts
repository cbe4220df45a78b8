import { type Branch, messagesOf } from '../../core/branch.ts'
import type { Layout } from '../../core/layout.ts'
import { largestProtected, type ProtectedExchange } from '../../core/protect.ts'
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
    .slice(0, maxNamed)
    .map(withTokens)
    .join(', ')
}

/**
 * P4 which protected messages to release so that so many tokens become free, the largest first; empty when all of them
 * together do not take that many.
 */
export function releaseHint(layout: Layout, tokens: number): string {
  const all = largestProtected(layout)
  if (all.length === 0 || all.reduce((sum, { count }) => sum + count, 0) < tokens) return ''
  const wanted: ProtectedExchange[] = []
  let missing = tokens
  for (const one of all) {
    wanted.push(one)
    missing -= one.count
    if (missing <= 0) break
  }
  const names = wanted.slice(0, maxNamed).map(({ from, to, count }) => {
    return withTokens({ name: from === to ? `¶ ${from}` : `¶ ${from}–${to}`, count })
  })
  const more = wanted.length > maxNamed ? ` and ${wanted.length - maxNamed} more` : ''
  return `Release ${names.join(', ')}${more} to make room: ${wanted.length === 1 ? 'it is' : 'they are'} protected.`
}

const maxNamed = 3

const withTokens = ({ name, count }: { readonly name: string; readonly count: number }): string =>
  `${name} (${count.toLocaleString('en')})`
