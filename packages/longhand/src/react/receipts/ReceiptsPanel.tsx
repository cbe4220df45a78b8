import { type ReactNode, useMemo } from 'react'
import type { Receipt } from '../../client/api/contract.ts'
import {
  formatDuration,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPrice,
  formatWhen,
  pluralize,
} from '../../client/text/format.ts'
import { formatRetention, modelName, texts, triggerLabels } from '../../client/text/texts.ts'
import { tokenGrowth } from '../../client/text/token-growth.ts'
import { FigureList, type FigureRow } from '../controls/FigureList.tsx'
import { Icon } from '../controls/Icon.tsx'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { CostChart } from './CostChart.tsx'
import { TokenChart } from './TokenChart.tsx'
import './ReceiptsPanel.css'

/** What every condensing cost and kept, and what it saved altogether. */
export function ReceiptsPanel({ ui }: { readonly ui: ConversationUI }): ReactNode {
  const { api } = useLonghand()
  const { id, receipts, screen, setDrawer } = ui
  const now = useNow('still')
  const at = new Map(screen.entries.flatMap(entry => (entry.type === 'compaction' ? [[entry.id, entry.at]] : [])))
  const told = (id: string): string | null => (at.has(id) ? formatWhen(at.get(id)!, now) : null)
  return (
    <aside className="drawer" aria-label="Receipts">
      <div className="drawer-head">
        <h2>Receipts</h2>
        {receipts.length > 0 && (
          <a className="icon-btn" aria-label="Download receipts" href={api.receiptsPath(id)} download="receipts.json">
            <Icon name="download" />
          </a>
        )}
        <button type="button" className="icon-btn" aria-label="Close receipts" onClick={() => setDrawer(null)}>
          <Icon name="close" />
        </button>
      </div>
      <div className="drawer-body">
        {receipts.length === 0 ? (
          <div className="empty">
            <h2>{texts.noReceipts}</h2>
            <p>Each condensing leaves one here: what it cost, what it kept, what it saved.</p>
          </div>
        ) : (
          <>
            <Totals receipts={receipts} />
            <Growth ui={ui} />
            <CostChart receipts={oldestFirst(receipts)} />
            {receipts.map((receipt, at) => (
              <ReceiptDetails key={receipt.id} receipt={receipt} number={receipts.length - at} at={told(receipt.id)} />
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
  // Receipts from before their place was noted have none on the line.
  if (conversation === null || !points.some(({ receipt }) => receipt !== null)) return null
  return <TokenChart points={points} conversation={conversation} />
}

function Totals({ receipts }: { readonly receipts: readonly Receipt[] }): ReactNode {
  const tokens = receipts.reduce((sum, { before, after }) => sum + before - after, 0)
  const savings = receipts.flatMap(({ saving }) => (saving === null ? [] : [saving]))
  const retained = receipts.reduce((sum, { retention }) => sum + retention, 0) / receipts.length
  return (
    <dl className="totals">
      <div>
        <dd>{formatNumber(tokens)}</dd>
        <dt>tokens saved</dt>
      </div>
      <div>
        <dd>{savings.length === 0 ? '–' : formatMoney(savings.reduce((sum, saving) => sum + saving, 0))}</dd>
        <dt>saved, net</dt>
      </div>
      <div>
        <dd>{(retained * 100).toFixed(1)}%</dd>
        <dt>retained</dt>
      </div>
    </dl>
  )
}

type SlipProps = {
  readonly receipt: Receipt
  readonly number: number
  /** When it was, if its divider has been read. */
  readonly at: string | null
}

function ReceiptDetails({ receipt, number, at }: SlipProps): ReactNode {
  const { trigger, before, after, reduction, folded, kept, gates, phase, durationMs, model, cost, saving } = receipt
  const repaired = gates.filter(({ outcome }) => outcome === 'repaired').length
  const lines: readonly FigureRow[] = [
    ['Trigger', triggerLabels[trigger]],
    ['Tokens', `${formatNumber(before)} → ${formatNumber(after)}`],
    ['Saved', `${formatNumber(before - after)} (${formatPercent(reduction)})`, 'good'],
    ['Folded, kept', `${formatNumber(folded)}, ${pluralize(kept, 'message')}`],
    ['Retention', formatRetention(receipt)],
    ['Checks', repaired === 0 ? 'all passed' : `passed, ${repaired} repaired`],
    ['Time', phase === 'background' ? `${formatDuration(durationMs)}, was prepared` : formatDuration(durationMs)],
    [model === null ? 'Cost' : `Cost, ${modelName(model)}`, formatPrice(cost)],
    ...(saving === null ? [] : [['Net saving', formatMoney(saving), saving > 0 ? 'good' : undefined] as const]),
  ]
  return (
    <section className="slip" aria-label={`Receipt ${number}`}>
      <h3>
        Receipt {number} <span>{at === null ? receipt.strategy : `${receipt.strategy} · ${at}`}</span>
      </h3>
      <FigureList lines={lines} />
    </section>
  )
}

const oldestFirst = (receipts: readonly Receipt[]): readonly Receipt[] => receipts.toReversed()
