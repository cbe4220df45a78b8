import type { Compacted } from '../metric/compacted.ts'
import type { History } from '../metric/cut.ts'
import type { Baseline } from './baseline.ts'
import { textOfMessage } from './keep-newest.ts'
import { type Purse, purse } from './purse.ts'

export const masking: Baseline = {
  name: 'tool-output masking',
  rule:
    'The newest messages stay with a placeholder for each tool output; what is left of the budget shows the newest ' +
    'outputs again (JetBrains, "The Complexity Trap", arXiv 2508.21433).',
  compact: (history, budget) => mask(history, purse(budget)),
}

const placeholder = '[tool output omitted]'
const placeholderTokens = 12

function mask(history: History, money: Purse): Compacted {
  const { messages, tokens } = history
  const masked: number[] = []
  const kept: number[] = []
  let at = messages.length - 1
  for (; at >= 0; at--) {
    const isOutput = messages[at]!.role === 'tool'
    if (!money.pay(isOutput ? placeholderTokens : tokens[at]!)) break
    ;(isOutput ? masked : kept).unshift(at)
  }
  const part = at < 0 || messages[at]!.role === 'tool' ? null : money.buy(textOfMessage(history, at), 'end')
  const shown = masked.toReversed().filter(output => money.pay(tokens[output]! - placeholderTokens))
  const hidden = masked.length - shown.length
  return {
    kept: [...kept, ...shown].toSorted((a, b) => a - b),
    texts: [...(part === null ? [] : [part]), ...Array.from({ length: hidden }, () => placeholder)],
  }
}
