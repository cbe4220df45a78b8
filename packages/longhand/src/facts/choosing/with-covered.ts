import { isDemand } from '../reading/cues.ts'
import { foundIn } from '../reading/found-in.ts'
import { linesOf } from '../reading/lines.ts'
import { namesOf } from '../reading/read-line.ts'
import type { Passage, Survey } from './survey.ts'

/** A survey in which everything that a text already says counts as staying, so that it is not quoted again. */
export function withCovered(survey: Survey, text: string): Survey {
  const lines = linesOf(text)
  const ids = new Map(survey.names.map(({ key }, id) => [key, id]))
  const said = new Set(lines.map(unmarked))
  // A constraint is covered when its words are in the text, whatever surrounds them.
  const constraints = survey.passages.filter(({ cue }) => isDemand(cue))
  const isInText = foundIn(text.toLowerCase(), constraints.map(wordsOf))
  const isCovered = (passage: Passage): boolean =>
    said.has(passage.quote.text) || (isDemand(passage.cue) && isInText(wordsOf(passage)))
  const names = new Set<number>()
  const pairs = new Set<number>()
  for (const line of lines) {
    const found = namesOf(line).flatMap(({ key }) => ids.get(key) ?? [])
    for (const a of found) names.add(a)
    for (const a of found) for (const b of found) if (a < b) pairs.add(pairKey(a, b))
  }
  return {
    ...survey,
    passages: survey.passages.map(each => ({ ...each, stays: each.stays || isCovered(each) })),
    names: survey.names.map((each, id) => ({ ...each, stays: each.stays || names.has(id) })),
    pairs: survey.pairs.map(each => ({ ...each, stays: each.stays || pairs.has(pairKey(each.a, each.b)) })),
  }
}

const wordsOf = ({ quote }: Passage): string => quote.text.toLowerCase().replace(/(?<![.!…])[.!…]+$/, '')

/** A line as it was before `ledger` put its marks around it. */
const unmarked = (line: string): string => line.replace(/^¶\d+ [a-z]+: /, '').replace(/ …$/, '')

const pairKey = (a: number, b: number): number => Math.min(a, b) * 2 ** 24 + Math.max(a, b)
