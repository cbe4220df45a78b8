import { type ReactNode, useCallback, useEffect } from 'react'
import { formatDuration, formatMoney, formatNumber, pluralize } from '../../client/text/format.ts'
import { FigureList } from '../controls/FigureList.tsx'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as words from '../words/receipts.ts'

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
    <section className="usage" aria-label={words.theWholeConversation}>
      <h3>{words.theWholeConversation}</h3>
      <FigureList
        lines={[
          [words.modelCalls, formatNumber(answers)],
          [words.tokensIn, formatNumber(input)],
          [words.tokensOut, formatNumber(output)],
          [words.time, formatDuration(ms)],
          [words.costOfAnswers, paid],
          ...(condensing > 0 ? ([[words.costOfCondensing, formatMoney(condensing)]] as const) : []),
        ]}
      />
      {unpriced > 0 && unpriced < answers && (
        <p className="usage-note">{words.unpriced(pluralize(unpriced, 'call'))}</p>
      )}
    </section>
  )
}
