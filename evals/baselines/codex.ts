import type { Compacted } from '../metric/compacted.ts'
import type { History } from '../metric/cut.ts'
import type { Baseline } from './baseline.ts'
import { type Budget, createBudget } from './budget.ts'
import { both, textOfMessage } from './keep-newest.ts'
import { extract } from './tf-idf.ts'
import { isTyped } from './typed.ts'

/** Tokens of the person's messages that Codex keeps. */
export const codexKeep = 20_000

export const codex: Baseline = {
  name: 'Codex policy',
  rule:
    "The newest 20,000 tokens of the person's messages (here at most half of the budget) and a summary of all, for which " +
    'TF-IDF extraction stands in (openai/codex, core/src/compact.rs).',
  compact(history, budget) {
    const typed = keepTyped(history, createBudget(Math.min(codexKeep, budget / 2)))
    const spent = typed.tokens
    return both(
      typed.compacted,
      extract(history, createBudget(budget - spent), { from: 0, to: history.messages.length }),
    )
  },
}

/** The newest messages that the person typed, and what is affordable of the next one. */
export function keepTyped(
  history: History,
  remaining: Budget,
): { readonly compacted: Compacted; readonly tokens: number } {
  const before = remaining.left()
  const kept: number[] = []
  const texts: string[] = []
  for (let at = history.messages.length - 1; at >= 0; at--) {
    if (!isTyped(history.messages[at]!)) continue
    if (remaining.spend(history.tokens[at]!)) {
      kept.unshift(at)
      continue
    }
    const part = remaining.takeLines(textOfMessage(history, at), 'start')
    if (part !== null) texts.push(part)
    break
  }
  return { compacted: { kept, texts }, tokens: before - remaining.left() }
}
