import type { ReactNode } from 'react'
import type { Keep } from '../../core/policy.ts'
import { NumberField } from '../controls/NumberField.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/settings.ts'
import { SettingRow } from './SettingRow.tsx'

type Props = { readonly keep: Keep; readonly onChange: (keep: Keep) => void }

/** How much of the newest part stays as it is. */
export function KeepRow({ keep, onChange }: Props): ReactNode {
  return (
    <SettingRow name={words.keepWordForWord} description={words.keepHint}>
      <NumberField
        label={words.amount}
        value={keep.amount}
        onChange={amount => onChange({ ...keep, amount: amount ?? 0 })}
      />
      <select
        className="field"
        aria-label={words.countedIn}
        value={keep.by}
        onChange={event => onChange({ ...keep, by: event.target.value as Keep['by'] })}
      >
        <option value="messages">{words.messagesUnit}</option>
        <option value="turns">{words.turnsUnit}</option>
        <option value="tokens">{everywhere.tokensUnit}</option>
      </select>
    </SettingRow>
  )
}
