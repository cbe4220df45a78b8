import type { CountTokens } from '../../core/count.ts'
import { namesOf } from '../reading/read-line.ts'
import type { Survey } from './survey.ts'
import type { Values } from './values.ts'

/** What the lines of prose are ranked by. */
export type PruneOptions = { readonly survey: Survey; readonly values: Values; readonly count: CountTokens }

/**
 * Prose cut to a token budget: the lines that say the least for their cost are removed first. Headings stay while
 * something is left under them.
 */
export function prune(prose: string, budget: number, scales: PruneOptions): string {
  const lines = rankLines(prose, scales)
  let left = budget
  const kept = new Set(
    lines
      .toSorted((a, b) => b.rank - a.rank)
      .filter(({ cost }) => {
        const fits = cost <= left
        if (fits) left -= cost
        return fits
      }),
  )
  let hasContent = false
  const shown = lines.toReversed().filter(line => {
    const stays = isHeading(line.text) ? hasContent : kept.has(line)
    hasContent = isHeading(line.text) ? false : hasContent || stays
    return stays
  })
  return shown
    .toReversed()
    .map(({ text }) => text)
    .join('\n')
}

type RankedLine = { readonly text: string; readonly cost: number; readonly rank: number }

/** Each line by what its names and their relations are worth, unless an earlier line has them. */
function rankLines(prose: string, { survey, values, count }: PruneOptions): readonly RankedLine[] {
  const ids = new Map(survey.names.map(({ key }, id) => [key, id]))
  const worth = new Map<string, number>()
  survey.names.forEach((_, id) => {
    worth.set(`${id}`, values.names[id]!)
  })
  survey.pairs.forEach(({ a, b }, id) => {
    worth.set(pairKey(a, b), values.pairs[id]!)
  })
  const lines = prose.split('\n').filter(text => text.trim() !== '')
  return lines.map(text => {
    const found = namesOf(text).flatMap(({ key }) => ids.get(key) ?? [])
    const pairs = found.flatMap((a, at) => found.slice(at + 1).map(b => pairKey(a, b)))
    let gain = worthOfPlainWords / lines.length
    for (const key of [...found.map(String), ...pairs]) {
      gain += worth.get(key) ?? 0
      worth.delete(key)
    }
    const cost = count(text) + 1
    return { text, cost, rank: gain / cost }
  })
}

const pairKey = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`

/** What the words of all lines are worth together, apart from their names. */
const worthOfPlainWords = 0.5

const isHeading = (text: string): boolean => /^(?:#{1,4} |\*\*[^*]+\*\*:?$|\d+\. [^.]{1,60}:$)/.test(text.trim())
