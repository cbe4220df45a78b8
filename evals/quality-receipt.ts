import type { Message } from '../packages/longhand/src/core/message.ts'
import { textOf } from '../packages/longhand/src/core/message.ts'
import { compactAtThreshold, tokensOf } from './at-threshold.ts'
import type { Recording } from './corpus.ts'
import { compactedLines } from './metric/compacted.ts'
import { historyOf, shortestEpoch } from './metric/cut.ts'
import { lineIndex } from './metric/line-index.ts'
import { questionsAt } from './metric/questions.ts'
import { type Reader, reader } from './metric/reader.ts'
import { longhandMessages } from './quality-longhand.ts'
import { markdown, mean, percent } from './quality-table.ts'

/** One compaction by the classic policy, as the product reports it, beside what the metric finds in the same view. */
export type ReceiptRow = {
  readonly recording: string
  /** Tokens before, and after: null when the compaction was turned down. */
  readonly before: number
  readonly after: number | null
  readonly claimed: number | null
  readonly found: number | null
}

/** Compacts a recording as it fills its window to the threshold. */
export async function receiptRows(recording: Recording, ignored: ReadonlySet<string>): Promise<readonly ReceiptRow[]> {
  const messages = longhandMessages(recording.messages).map(({ message }) => message)
  const used = tokensOf(messages)
  if (used < shortestEpoch) return []
  const { view, compacted } = await compactAtThreshold(messages)
  const row = { recording: recording.id, before: used }
  if (compacted === null) return [{ ...row, after: null, claimed: null, found: null }]
  const found = shareFound(recording, { messages, view }, reader(ignored))
  return [{ ...row, after: compacted.after, claimed: compacted.retention, found }]
}

type Seen = { readonly messages: readonly Message[]; readonly view: readonly Message[] }

/** The share of names and sentences of the folded messages that the view still holds, by the metric. */
function shareFound(recording: Recording, { messages, view }: Seen, read: Reader): number {
  const shown = new Set(view)
  const kept = messages.flatMap((message, at) => (shown.has(message) ? [at] : []))
  const originals = new Set(messages)
  const texts = view.filter(message => !originals.has(message)).map(textOf)
  const folded = historyOf(recording.messages.filter((_, at) => !shown.has(messages[at]!)))
  const { salient, sentences } = questionsAt({ recording: recording.id, share: 1, history: folded, future: [] }, read)
  const lines = compactedLines({ messages: recording.messages }, { kept, texts })
  const names = new Set(lines.flatMap(read.entities))
  const index = lineIndex(lines.map(read.words))
  const told = Object.values(sentences).flat()
  const there =
    salient.filter(id => names.has(id)).length + told.filter(({ words }) => index.holds(words, () => 1)).length
  return there / (salient.length + told.length)
}

/** All rows in a few figures, as Markdown. */
export function receiptTable(receipts: readonly ReceiptRow[]): string {
  const accepted = receipts.flatMap(({ claimed, found }) =>
    claimed === null || found === null ? [] : [{ claimed, found }],
  )
  const claims = accepted.map(({ claimed }) => claimed)
  const finds = accepted.map(({ found }) => found)
  const apart = accepted.map(({ claimed, found }) => Math.abs(claimed - found))
  const least = (shares: readonly number[]): number | null => (shares.length === 0 ? null : Math.min(...shares))
  return markdown([
    ['figure', 'value'],
    ['compactions accepted', `${accepted.length} of ${receipts.length}`],
    ['retention by the receipt: lowest', `${percent(least(claims))}%`],
    ['retention by the receipt: mean', `${percent(mean(claims))}%`],
    ['retention by the metric: lowest', `${percent(least(finds))}%`],
    ['retention by the metric: mean', `${percent(mean(finds))}%`],
    ['difference between the two, mean', `${((mean(apart) ?? 0) * 100).toFixed(1)} points`],
    ['within 3 points of each other', `${apart.filter(points => points <= 0.03).length} of ${accepted.length}`],
    [
      'tokens left, mean',
      `${percent(mean(receipts.map(({ before, after }) => (after === null ? null : after / before))))}%`,
    ],
  ])
}
