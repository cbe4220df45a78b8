import type { ReactNode } from 'react'
import type { Settings } from '../../client/api/contract.ts'
import { pluralize } from '../../client/text/format.ts'
import type { Policy } from '../../core/policy.ts'
import { NumberField } from '../controls/NumberField.tsx'
import { Switch } from '../controls/Switch.tsx'
import { Toggle } from '../controls/Toggle.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/settings.ts'
import { KeepRow } from './KeepRow.tsx'
import { PresetRow } from './PresetRow.tsx'
import { RetentionRow } from './RetentionRow.tsx'
import { SectionHeading } from './SectionHeading.tsx'
import { SettingOrigins } from './SettingOrigins.tsx'
import { SettingRow } from './SettingRow.tsx'
import { ThresholdRuler } from './ThresholdRuler.tsx'

type Props = { readonly settings: Settings; readonly onChange: (change: Partial<Settings>) => void }

/** When a conversation is condensed, how far, and how. */
export function CondensingSection({ settings, onChange }: Props): ReactNode {
  const { policy, instructions, origins } = settings
  const change = (next: Partial<Policy>) => onChange({ policy: { ...policy, ...next } })
  return (
    <>
      <SectionHeading>{words.condensing}</SectionHeading>
      <p className="settings-sub">{words.condensingHint}</p>
      <SettingRow name={words.automatic} description={words.automaticHint}>
        <Toggle
          label={words.automaticCondensing}
          on={policy.automatic !== 'off'}
          onChange={on => change({ automatic: on ? 'on' : 'off' })}
        />
      </SettingRow>
      <PresetRow policy={policy} onChange={change} />
      {/* A schedule by cost replaces these. */}
      {policy.schedule === null && (
        <SettingRow wide name={words.whenAndHowFar} description={words.thresholdHint}>
          <ThresholdRuler policy={policy} onChange={change} />
        </SettingRow>
      )}
      <SettingRow name={words.alsoCondense} description={words.alsoCondenseHint}>
        <NumberField
          label={everywhere.tokensTitle}
          value={policy.threshold.tokens}
          onChange={tokens => change({ threshold: { ...policy.threshold, tokens } })}
        />
        <span className="dim">{everywhere.tokensUnit}</span>
        <NumberField
          label={everywhere.messages}
          value={policy.threshold.messages}
          onChange={messages => change({ threshold: { ...policy.threshold, messages } })}
        />
        <span className="dim">{words.messagesUnit}</span>
      </SettingRow>
      {policy.schedule === null && <KeepRow keep={policy.keep} onChange={keep => change({ keep })} />}
      <SettingRow name={words.method} description={words.methodHint}>
        <Switch options={strategies} value={policy.strategy} onChange={strategy => change({ strategy })} />
      </SettingRow>
      <SummaryModels settings={settings} onChange={onChange} />
      <SettingRow name={words.yourInstructions} description={words.instructionsHint}>
        <input
          className="field instructions"
          aria-label={words.yourInstructions}
          defaultValue={instructions}
          onBlur={event => event.target.value !== instructions && onChange({ instructions: event.target.value })}
        />
      </SettingRow>
      {policy.automatic !== 'off' && (
        <SettingRow name={words.reviewSummariesFirst} description={words.reviewHint}>
          <Toggle
            label={words.reviewSummariesFirst}
            on={policy.automatic === 'ask'}
            onChange={on => change({ automatic: on ? 'ask' : 'on' })}
          />
        </SettingRow>
      )}
      <RetentionRow minRetention={policy.minRetention} onChange={minRetention => change({ minRetention })} />
      <SettingOrigins origins={origins} />
    </>
  )
}

const strategies = [
  ['summary', everywhere.summary],
  ['digest', everywhere.digest],
] as const

function SummaryModels({ settings, onChange }: Props): ReactNode {
  const { api } = useLonghand()
  const [models] = useLoaded(api.models)
  const choose = (name: 'summaryModel' | 'fastModel', label: string, shown = (model: string) => model) => (
    <select
      className="field"
      aria-label={label}
      value={settings[name]}
      onChange={event => onChange({ [name]: event.target.value })}
    >
      <option value="auto">{shown(words.theProvidersOwn)}</option>
      {settings[name] !== 'auto' &&
        !(models.state === 'ready' && models.value.some(({ id }) => id === settings[name])) && (
          <option value={settings[name]}>{shown(settings[name])}</option>
        )}
      {models.state === 'ready' &&
        models.value.map(({ id, name }) => (
          <option key={id} value={id}>
            {shown(name)}
          </option>
        ))}
    </select>
  )
  return (
    <SettingRow
      name={words.modelForSummaries}
      description={words.atMost(pluralize(settings.policy.maxTokens, 'token'))}
    >
      {choose('summaryModel', words.modelForSummaries)}
      {choose('fastModel', words.fastModel, words.fast)}
    </SettingRow>
  )
}
