import type { ReactNode } from 'react'
import type { Keep } from '../../core/policy.ts'
import { NumberField } from '../controls/NumberField.tsx'
import { SettingRow } from './SettingRow.tsx'

type Props = { readonly keep: Keep; readonly onChange: (keep: Keep) => void }

/** How much of the newest part stays as it is. */
export function KeepRow({ keep, onChange }: Props): ReactNode {
  return (
    <SettingRow name="Keep word for word" description="The newest part, widened to whole exchanges.">
      <NumberField label="Amount" value={keep.amount} onChange={amount => onChange({ ...keep, amount: amount ?? 0 })} />
      <select
        className="field"
        aria-label="Counted in"
        value={keep.by}
        onChange={event => onChange({ ...keep, by: event.target.value as Keep['by'] })}
      >
        <option>messages</option>
        <option>turns</option>
        <option>tokens</option>
      </select>
    </SettingRow>
  )
}
