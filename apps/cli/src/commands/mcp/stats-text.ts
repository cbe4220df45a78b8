import type { Api } from 'longhand/client'
import { formatNumber, formatPercent, pluralize, type Receipt } from 'longhand/internal/client'

const maxConversations = 20
const maxReceipts = 10

/** The newest conversations, one line each. */
export async function listConversations(api: Api): Promise<string> {
  const rows = await api.conversations({ limit: maxConversations })
  if (rows.length === 0) return 'No conversation is stored.'
  return rows
    .map(row => {
      const figures = [pluralize(row.messages, 'message'), pluralize(row.compactions, 'compaction'), fullness(row)]
      return `${row.id} ${row.title}: ${figures.join(', ')}, ${row.model}, ${row.updatedAt.slice(0, 10)}`
    })
    .join('\n')
}

/** How full a conversation's window is, and its newest compactions. */
export async function conversationStats(api: Api, id: string): Promise<string> {
  const [{ title, model, status, protected: kept }, receipts] = await Promise.all([
    api.conversation(id),
    api.receipts(id),
  ])
  const parts = Object.entries(status.breakdown).filter(([, tokens]) => tokens > 0)
  return [
    `${title}, ${model}: ${fullness(status)}`,
    `by part: ${parts.map(([name, tokens]) => `${name} ${formatNumber(tokens)}`).join(', ')}`,
    `protected by the person: ${kept.length === 0 ? 'nothing' : kept.map(numbersOf).join(', ')}`,
    `${pluralize(receipts.length, 'compaction')}${receipts.length === 0 ? '' : ', newest first:'}`,
    ...receipts.slice(0, maxReceipts).map(receiptLine),
  ].join('\n')
}

const fullness = ({ used, window }: { readonly used: number; readonly window: number | null }): string =>
  window === null
    ? `${formatNumber(used)} tokens`
    : `${formatNumber(used)} of ${formatNumber(window)} tokens (${formatPercent(used / window)})`

const numbersOf = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  from === to ? `¶ ${from}` : `¶ ${from}–${to}`

const receiptLine = ({ folded, before, after, retention, model }: Receipt): string =>
  `- ${pluralize(folded, 'message')} folded, ${formatNumber(before)} → ${formatNumber(after)} tokens, ${formatPercent(retention)} of the facts kept, ${model === null ? 'in the originals’ own words' : `written by ${model}`}`
