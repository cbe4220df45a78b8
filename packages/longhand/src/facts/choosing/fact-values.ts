import { type Fact, factKey } from '../fact.ts'
import type { Survey } from './survey.ts'
import type { Values } from './values.ts'

/** What each item of a survey adds when only facts count, all of them equally. */
export function factValues({ passages, names, pairs }: Survey, facts: readonly Fact[]): Values {
  const factKeys = new Set(facts.map(factKey))
  return {
    lines: new Float64Array(passages.length),
    cues: Float64Array.from(passages, ({ quote }) => (factKeys.has(quote.text) ? 1 : 0)),
    names: Float64Array.from(names, ({ key }) => (factKeys.has(key) ? 1 : 0)),
    pairs: new Float64Array(pairs.length),
  }
}
