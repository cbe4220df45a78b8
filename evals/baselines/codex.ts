import type { Compacted } from '../metric/compacted.ts'
import type { History } from '../metric/cut.ts'
import type { Baseline } from './baseline.ts'
import { both, textOfMessage } from './keep-newest.ts'
import { type Purse, purse } from './purse.ts'
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
    const typed = keepTyped(history, purse(Math.min(codexKeep, budget / 2)))
    const spent = typed.tokens
    return both(typed.compacted, extract(history, purse(budget - spent), { from: 0, to: history.messages.length }))
  },
}

/** The newest messages that the person typed, and what is affordable of the next one. */
export function keepTyped(history: History, money: Purse): { readonly compacted: Compacted; readonly tokens: number } {
  const before = money.left()
  const kept: number[] = []
  const texts: string[] = []
  for (let at = history.messages.length - 1; at >= 0; at--) {
    if (!isTyped(history.messages[at]!)) continue
    if (money.pay(history.tokens[at]!)) {
      kept.unshift(at)
      continue
    }
    const part = money.buy(textOfMessage(history, at), 'start')
    if (part !== null) texts.push(part)
    break
  }
  return { compacted: { kept, texts }, tokens: before - money.left() }
}
