import { type ReactNode, useCallback, useEffect } from 'react'
import { formatDuration, formatMoney, formatNumber, pluralize } from '../../client/text/format.ts'
import { FigureList } from '../controls/FigureList.tsx'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'

/** W16 what the whole conversation took: tokens, time and money, answers on all branches and condensing. */
export function ConversationUsage({ ui: { id, screen, receipts } }: { readonly ui: ConversationUI }): ReactNode {
  const { api } = useLonghand()
  const [usage, reload] = useLoaded(useCallback(() => api.usage(id), [api, id]))
  const version = screen.conversation?.version
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may have a new answer.
  useEffect(reload, [version, reload])
  if (usage.state === 'failed') return <p role="alert">{usage.sentence}</p>
  if (usage.state === 'loading' || usage.value.answers === 0) return null
  const { answers, input, output, ms, cost, unpriced } = usage.value
  const condensing = receipts.reduce((sum, receipt) => sum + (receipt.cost ?? 0), 0)
  const paid = unpriced === answers ? 'unknown' : formatMoney(cost)
  return (
    <section className="usage" aria-label="The whole conversation">
      <h3>The whole conversation</h3>
      <FigureList
        lines={[
          ['Model calls', formatNumber(answers)],
          ['Tokens in', formatNumber(input)],
          ['Tokens out', formatNumber(output)],
          ['Time', formatDuration(ms)],
          ['Cost of answers', paid],
          ...(condensing > 0 ? ([['Cost of condensing', formatMoney(condensing)]] as const) : []),
        ]}
      />
      {unpriced > 0 && unpriced < answers && (
        <p className="usage-note">Prices are not known for {pluralize(unpriced, 'call')}; the cost leaves them out.</p>
      )}
    </section>
  )
}
