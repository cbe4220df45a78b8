import type { ReactNode } from 'react'
import type { Settings } from '../../client/api/contract.ts'
import type { Policy } from '../../core/policy.ts'
import { NumberField } from '../controls/NumberField.tsx'
import { PercentField } from '../controls/PercentField.tsx'
import { SettingRow } from './SettingRow.tsx'

type Props = { readonly settings: Settings; readonly onChange: (change: Partial<Settings>) => void }

/** What stays as it is, and when compaction is not worth it. */
export function KeepSection({ settings: { policy }, onChange }: Props): ReactNode {
  const change = (next: Partial<Policy>) => onChange({ policy: { ...policy, ...next } })
  return (
    <>
      <h1>Keep and protect</h1>
      <p className="settings-sub">
        The first message is always protected. Any other is protected by its lock, with its whole exchange.
      </p>
      <SettingRow
        name="Short conversations"
        description="With fewer messages nothing is condensed, unless it does not fit."
      >
        <NumberField
          label="Minimum messages"
          value={policy.minMessages}
          onChange={minMessages => change({ minMessages: minMessages ?? 0 })}
        />
        <span className="dim">messages</span>
      </SettingRow>
      <SettingRow name="Minimum saving" description="Condensing that would save less than this is skipped.">
        <PercentField label="Minimum saving" value={policy.minSaving} onChange={minSaving => change({ minSaving })} />
      </SettingRow>
    </>
  )
}
