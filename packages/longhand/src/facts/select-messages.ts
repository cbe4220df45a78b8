import { runToEnd, type Steps } from '../core/steps.ts'
import { analyseSource, extractContext } from './extract-context.ts'
import type { ExtractJob } from './extract-job.ts'
import { type Fact, type FactKind, factKey } from './fact.ts'

/** The messages that the best text in a budget quotes, by their ¶, and the facts that all of them hold. */
export type MessageSelection = {
  readonly numbers: readonly number[]
  /** Each as a number that stands for its text, so that those of several parts can be counted once. */
  readonly facts: Partial<Readonly<Record<FactKind, readonly number[]>>>
}

/** Chooses among messages that are a part of a longer span, so that its text can be made of the chosen ones. */
export const selectMessages = (job: ExtractJob): MessageSelection => runToEnd(selectMessagesSteps(job))

/** The same, in steps that hold nobody up. */
export function* selectMessagesSteps(job: ExtractJob): Steps<MessageSelection> {
  const analysis = yield* analyseSource(job)
  const { passages, requiredCount, takeBest } = yield* extractContext(job, analysis)
  const best = yield* takeBest(1)
  const chosen = best.length < requiredCount ? passages.slice(0, requiredCount) : best
  const kinds = Map.groupBy(analysis.facts, ({ kind }) => kind)
  return {
    numbers: [...new Set(chosen.map(({ quote }) => quote.origin.number))].toSorted((a, b) => a - b),
    facts: Object.fromEntries([...kinds].map(([kind, facts]) => [kind, facts.map(fingerprint)])),
  }
}

/** FNV-1a: of a hundred thousand facts, one or two have the number of another. */
function fingerprint(fact: Fact): number {
  const key = factKey(fact)
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
