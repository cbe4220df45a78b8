import { linesOf } from '../reading/lines.ts'
import { namesOf } from '../reading/names.ts'
import type { Survey } from './survey.ts'

/** A survey in which everything that a text says already stays: nobody needs to hear it twice. */
export function cover(survey: Survey, text: string): Survey {
  const lines = linesOf(text)
  const ids = new Map(survey.names.map(({ key }, id) => [key, id]))
  const said = new Set(lines)
  const names = new Set<number>()
  const pairs = new Set<number>()
  for (const line of lines) {
    const found = namesOf(line).flatMap(({ key }) => ids.get(key) ?? [])
    for (const a of found) names.add(a)
    for (const a of found) for (const b of found) if (a < b) pairs.add(pairKey(a, b))
  }
  return {
    ...survey,
    passages: survey.passages.map(each => ({ ...each, stays: each.stays || said.has(each.quote.text) })),
    names: survey.names.map((each, id) => ({ ...each, stays: each.stays || names.has(id) })),
    pairs: survey.pairs.map(each => ({ ...each, stays: each.stays || pairs.has(pairKey(each.a, each.b)) })),
  }
}

const pairKey = (a: number, b: number): number => Math.min(a, b) * 2 ** 24 + Math.max(a, b)
