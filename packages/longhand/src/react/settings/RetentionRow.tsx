import { type ReactNode, useCallback } from 'react'
import type { Api } from '../../client/api/api.ts'
import { formatPercent } from '../../client/text/format.ts'
import { isRetentionMeasured } from '../../core/receipt.ts'
import { PercentField } from '../controls/PercentField.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/settings.ts'
import { SettingRow } from './SettingRow.tsx'

type Props = { readonly minRetention: number; readonly onChange: (minRetention: number) => void }

/** How much of the facts a summary must keep, and how much the last one kept. */
export function RetentionRow({ minRetention, onChange }: Props): ReactNode {
  const { api } = useLonghand()
  const [last] = useLoaded(useCallback(() => lastRetention(api), [api]))
  return (
    <SettingRow name={everywhere.retention} description={words.minimumRetentionHint}>
      <PercentField label={words.minimumRetention} value={minRetention} onChange={onChange} />
      {last.state === 'ready' && last.value !== null && (
        <span className="tag tag-fix">{words.last(formatPercent(last.value))}</span>
      )}
    </SettingRow>
  )
}

/** The retention of the newest receipt. */
async function lastRetention(api: Api): Promise<number | null> {
  const condensed = (await api.conversations({ limit: 60 })).find(({ compactions }) => compactions > 0)
  if (condensed === undefined) return null
  const [newest] = await api.receipts(condensed.id)
  return newest !== undefined && isRetentionMeasured(newest) ? newest.retention : null
}
