import { type ReactNode, useMemo } from 'react'
import type { Receipt } from '../../client/api/contract.ts'
import { formatMoney, formatNumber, formatWhen } from '../../client/text/format.ts'
import { texts } from '../../client/text/texts.ts'
import { tokenGrowth } from '../../client/text/token-growth.ts'
import { isRetentionMeasured } from '../../core/receipt.ts'
import { Icon } from '../controls/Icon.tsx'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/receipts.ts'
import { ConversationUsage } from './ConversationUsage.tsx'
import { CostChart } from './CostChart.tsx'
import { TokenChart } from './TokenChart.tsx'
import './ReceiptsPanel.css'
import { ReceiptDetails } from './ReceiptDetails.tsx'

/** What every compaction cost and kept, and the totals. */
export function ReceiptsPanel({ ui }: { readonly ui: ConversationUI }): ReactNode {
  const { api } = useLonghand()
  const { id, receipts, screen, setDrawer } = ui
  const now = useNow('still')
  const at = new Map(screen.entries.flatMap(entry => (entry.type === 'compaction' ? [[entry.id, entry.at]] : [])))
  const timeOf = (id: string): string | null => (at.has(id) ? formatWhen(at.get(id)!, now) : null)
  return (
    <aside className="drawer" aria-label={everywhere.receipts}>
      <div className="drawer-head">
        <h2>{everywhere.receipts}</h2>
        {receipts.length > 0 && (
          <a
            className="icon-btn"
            aria-label={words.downloadReceipts}
            href={api.receiptsPath(id)}
            download="receipts.json"
          >
            <Icon name="download" />
          </a>
        )}
        <button type="button" className="icon-btn" aria-label={words.closeReceipts} onClick={() => setDrawer(null)}>
          <Icon name="close" />
        </button>
      </div>
      <div className="drawer-body">
        <ConversationUsage ui={ui} />
        {receipts.length === 0 ? (
          <div className="empty">
            <h2>{texts.noReceipts}</h2>
            <p>{words.receiptsHint}</p>
          </div>
        ) : (
          <>
            <Totals receipts={receipts} />
            <Growth ui={ui} />
            <CostChart receipts={oldestFirst(receipts)} />
            {receipts.map((receipt, at) => (
              <ReceiptDetails
                key={receipt.id}
                receipt={receipt}
                number={receipts.length - at}
                at={timeOf(receipt.id)}
              />
            ))}
          </>
        )}
      </div>
    </aside>
  )
}

function Growth({ ui: { receipts, screen } }: { readonly ui: ConversationUI }): ReactNode {
  const { conversation, entries } = screen
  const points = useMemo(
    () => tokenGrowth({ receipts: oldestFirst(receipts), entries, used: conversation?.status.used ?? 0 }),
    [receipts, entries, conversation?.status.used],
  )
  // Old receipts do not have their place in the conversation.
  if (conversation === null || !points.some(({ receipt }) => receipt !== null)) return null
  return <TokenChart points={points} conversation={conversation} />
}

function Totals({ receipts }: { readonly receipts: readonly Receipt[] }): ReactNode {
  const tokens = receipts.reduce((sum, { before, after }) => sum + before - after, 0)
  const savings = receipts.flatMap(({ saving }) => (saving === null ? [] : [saving]))
  const measured = receipts.filter(isRetentionMeasured)
  const retained = measured.reduce((sum, { retention }) => sum + retention, 0) / measured.length
  return (
    <dl className="totals">
      <div>
        <dd>{formatNumber(tokens)}</dd>
        <dt>{words.tokensSaved}</dt>
      </div>
      <div>
        <dd>{savings.length === 0 ? '–' : formatMoney(savings.reduce((sum, saving) => sum + saving, 0))}</dd>
        <dt>{words.savedNet}</dt>
      </div>
      <div>
        <dd>{measured.length === 0 ? '–' : `${(retained * 100).toFixed(1)}%`}</dd>
        <dt>{words.retained}</dt>
      </div>
    </dl>
  )
}

const oldestFirst = (receipts: readonly Receipt[]): readonly Receipt[] => receipts.toReversed()
