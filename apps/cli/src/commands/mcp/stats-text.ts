import type { Api } from 'longhand/client'
import { formatNumber, formatPercent, pluralize, type Receipt, texts } from 'longhand/internal/client'
import * as wording from '../../words/mcp.ts'

const maxConversations = 20
const maxReceipts = 10

/** The newest conversations, one line each. */
export async function listConversations(api: Api): Promise<string> {
  const rows = await api.conversations({ limit: maxConversations })
  if (rows.length === 0) return wording.noConversations
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
    wording.byPart(parts.map(([name, tokens]) => `${name} ${formatNumber(tokens)}`).join(', ')),
    wording.isProtected(kept.length === 0 ? wording.nothing : kept.map(numbersOf).join(', ')),
    `${pluralize(receipts.length, 'compaction')}${receipts.length === 0 ? '' : wording.newestFirst}`,
    ...receipts.slice(0, maxReceipts).map(receiptLine),
  ].join('\n')
}

const fullness = ({ used, window }: { readonly used: number; readonly window: number | null }): string =>
  window === null
    ? wording.tokens(formatNumber(used))
    : wording.fullness(formatNumber(used), formatNumber(window), formatPercent(used / window))

const numbersOf = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  from === to ? `¶ ${from}` : `¶ ${from}–${to}`

const receiptLine = ({ folded, before, after, retention, model }: Receipt): string =>
  wording.receipt(
    pluralize(folded, 'message'),
    formatNumber(before),
    formatNumber(after),
    formatPercent(retention),
    model === null ? texts.inOwnWords : wording.writtenBy(model),
  )
