import type { Compacted } from '../metric/compacted.ts'
import type { History } from '../metric/cut.ts'
import type { Baseline } from './baseline.ts'
import { type Budget, createBudget } from './budget.ts'
import { textOfMessage } from './keep-newest.ts'

export const masking: Baseline = {
  name: 'tool-output masking',
  rule:
    'The newest messages stay with a placeholder for each tool output; what is left of the budget shows the newest ' +
    'outputs again (JetBrains, "The Complexity Trap", arXiv 2508.21433).',
  compact: (history, budget) => mask(history, createBudget(budget)),
}

const placeholder = '[tool output omitted]'
const placeholderTokens = 12

function mask(history: History, remaining: Budget): Compacted {
  const { messages, tokens } = history
  const masked: number[] = []
  const kept: number[] = []
  let at = messages.length - 1
  for (; at >= 0; at--) {
    const isOutput = messages[at]!.role === 'tool'
    if (!remaining.spend(isOutput ? placeholderTokens : tokens[at]!)) break
    ;(isOutput ? masked : kept).unshift(at)
  }
  const part = at < 0 || messages[at]!.role === 'tool' ? null : remaining.takeLines(textOfMessage(history, at), 'end')
  const shown = masked.toReversed().filter(output => remaining.spend(tokens[output]! - placeholderTokens))
  const hidden = masked.length - shown.length
  return {
    kept: [...kept, ...shown].toSorted((a, b) => a - b),
    texts: [...(part === null ? [] : [part]), ...Array.from({ length: hidden }, () => placeholder)],
  }
}
