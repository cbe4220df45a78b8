import { measuredRetention } from '../packages/longhand/src/core/receipt.ts'
import { learntWeights } from '../packages/longhand/src/facts/choosing/weights.ts'
import { compactToTarget } from '../packages/longhand/src/history/compact-to-target.ts'
import { proseBaselines } from './baselines/prose-lines.ts'
import { type Compacted, compactedTokens } from './metric/compacted.ts'
import { type History, historyOf } from './metric/cut.ts'
import { type Found, finder, type Question } from './metric/prose-score.ts'
import { rarityIn } from './metric/prose-words.ts'
import type { Half, ProseConversation } from './prose-corpus.ts'
import { compactByLonghand, longhandMessages } from './quality-longhand.ts'
import { compactedFrom, shippedName } from './quality-shipped.ts'

/** One question, asked of what one method left of a conversation. */
export type ProseRow = Found &
  Pick<Question, 'source' | 'conversation' | 'question'> & {
    /** `view`: the whole view of a target, and others at its size. `extract`: the bare extract of a budget, and others at that budget. */
    readonly table: 'view' | 'extract'
    readonly percent: number
    readonly half: Half
    readonly method: string
    /** Tokens afterwards, as a share of the history. */
    readonly used: number
    /** What the receipt says was kept; null where there is none, or where it says "not measured". */
    readonly receipt: number | null
  }

export const extractName = '**Longhand, bare extract**'

/** Compacts a conversation to some shares of its size with every method, and asks all that is asked about it. */
export async function examineProse(
  { recording, questions, half }: ProseConversation,
  budgets: readonly number[],
): Promise<readonly ProseRow[]> {
  const history = historyOf(recording.messages)
  const texts = history.messages.map(({ content }) => content)
  const rarity = rarityIn(texts)
  const rows: ProseRow[] = []
  const ask = (label: Pick<ProseRow, 'table' | 'percent' | 'method' | 'receipt'>, compacted: Compacted): void => {
    const used = compactedTokens(history, compacted) / history.total
    const find = finder(texts, rarity, unitsOf(history, compacted))
    for (const one of questions) {
      const { source, conversation, question } = one
      rows.push({ ...label, half, source, conversation, question, used, ...find(one) })
    }
  }
  for (const percent of budgets) {
    const budget = (history.total * percent) / 100
    const view = await viewOf(history, budget)
    ask({ table: 'view', percent, method: shippedName, receipt: view.receipt }, view.compacted)
    const label = { table: 'extract', percent, receipt: null } as const
    ask({ ...label, method: extractName }, compactByLonghand(history, { budget, weights: learntWeights, draft: null }))
    const size = compactedTokens(history, view.compacted)
    for (const { name, compact } of proseBaselines) {
      ask({ ...label, table: 'view', method: name }, compact(history, size))
      ask({ ...label, method: name }, compact(history, budget))
    }
  }
  return rows
}

/** What `longhand compact --target` leaves of a history, and what it says that this is. */
async function viewOf({ messages, total }: History, budget: number) {
  const said = longhandMessages(messages).map(({ message }) => message)
  const result = await compactToTarget(said, { window: total, target: Math.ceil(budget) })
  const receipt = result.type === 'compacted' ? measuredRetention(result.receipt) : null
  return { compacted: compactedFrom(result.view, depth => depth - 1), receipt }
}

/** Where a message may be found again: in a message that stayed, on a line of a text, or in all that a text quotes of one message. */
const unitsOf = ({ messages }: History, { kept, texts }: Compacted): readonly string[] => [
  ...kept.map(at => messages[at]!.content),
  ...texts.flatMap(text => text.split(/\n(?=¶\d+ |## |\n)/)),
]
