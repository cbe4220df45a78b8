import type { ReactNode } from 'react'
import type { Settings } from '../../client/api/contract.ts'
import type { Policy } from '../../core/policy.ts'
import { NumberField } from '../controls/NumberField.tsx'
import { PercentField } from '../controls/PercentField.tsx'
import * as words from '../words/settings.ts'
import { SectionHeading } from './SectionHeading.tsx'
import { SettingRow } from './SettingRow.tsx'

type Props = { readonly settings: Settings; readonly onChange: (change: Partial<Settings>) => void }

/** What stays as it is, and when compaction is not worth it. */
export function KeepSection({ settings: { policy }, onChange }: Props): ReactNode {
  const change = (next: Partial<Policy>) => onChange({ policy: { ...policy, ...next } })
  return (
    <>
      <SectionHeading>{words.keepAndProtect}</SectionHeading>
      <p className="settings-sub">{words.keepAndProtectHint}</p>
      <SettingRow name={words.shortConversations} description={words.minimumMessagesHint}>
        <NumberField
          label={words.minimumMessages}
          value={policy.minMessages}
          onChange={minMessages => change({ minMessages: minMessages ?? 0 })}
        />
        <span className="dim">{words.messagesUnit}</span>
      </SettingRow>
      <SettingRow name={words.minimumSaving} description={words.minimumSavingHint}>
        <PercentField
          label={words.minimumSaving}
          value={policy.minSaving}
          onChange={minSaving => change({ minSaving })}
        />
      </SettingRow>
    </>
  )
}
