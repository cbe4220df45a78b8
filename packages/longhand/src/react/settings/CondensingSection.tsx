import type { ReactNode } from 'react'
import type { Settings } from '../../client/api/contract.ts'
import { pluralize } from '../../client/text/format.ts'
import type { Policy } from '../../core/policy.ts'
import { NumberField } from '../controls/NumberField.tsx'
import { Switch } from '../controls/Switch.tsx'
import { Toggle } from '../controls/Toggle.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { KeepRow } from './KeepRow.tsx'
import { PresetRow } from './PresetRow.tsx'
import { RetentionRow } from './RetentionRow.tsx'
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
      <h1>Condensing</h1>
      <p className="settings-sub">The model reads a shorter text; you keep every word.</p>
      <SettingRow
        name="Automatic"
        description="When off, nothing is condensed until you ask. A message that does not fit is refused, and you are told why."
      >
        <Toggle
          label="Automatic condensing"
          on={policy.automatic !== 'off'}
          onChange={on => change({ automatic: on ? 'on' : 'off' })}
        />
      </SettingRow>
      <PresetRow policy={policy} onChange={change} />
      {/* A schedule by cost replaces these. */}
      {policy.schedule === null && (
        <SettingRow
          wide
          name="When, and how far"
          description="Share of the window. A summary is prepared early, so that nobody waits."
        >
          <ThresholdRuler policy={policy} onChange={change} />
        </SettingRow>
      )}
      <SettingRow name="Also condense at" description="Whichever comes first. Empty is off.">
        <NumberField
          label="Tokens"
          value={policy.threshold.tokens}
          onChange={tokens => change({ threshold: { ...policy.threshold, tokens } })}
        />
        <span className="dim">tokens</span>
        <NumberField
          label="Messages"
          value={policy.threshold.messages}
          onChange={messages => change({ threshold: { ...policy.threshold, messages } })}
        />
        <span className="dim">messages</span>
      </SettingRow>
      {policy.schedule === null && <KeepRow keep={policy.keep} onChange={keep => change({ keep })} />}
      <SettingRow
        name="Method"
        description="Summary: one text replaces the old part. Digest: each run of answers and tool calls is shortened on its own."
      >
        <Switch options={strategies} value={policy.strategy} onChange={strategy => change({ strategy })} />
      </SettingRow>
      <SummaryModels settings={settings} onChange={onChange} />
      <SettingRow name="Your instructions" description="Added to every summary.">
        <input
          className="field instructions"
          aria-label="Your instructions"
          defaultValue={instructions}
          onBlur={event => event.target.value !== instructions && onChange({ instructions: event.target.value })}
        />
      </SettingRow>
      {policy.automatic !== 'off' && (
        <SettingRow name="Review summaries first" description="A summary is used only after you accept it.">
          <Toggle
            label="Review summaries first"
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
  ['summary', 'Summary'],
  ['digest', 'Digest'],
] as const

function SummaryModels({ settings, onChange }: Props): ReactNode {
  const { api } = useLonghand()
  const [models] = useLoaded(api.models)
  const choose = (name: 'summaryModel' | 'fastModel', label: string) => (
    <select
      className="field"
      aria-label={label}
      value={settings[name]}
      onChange={event => onChange({ [name]: event.target.value })}
    >
      <option value="auto">the provider's own</option>
      {settings[name] !== 'auto' &&
        !(models.state === 'ready' && models.value.some(({ id }) => id === settings[name])) && (
          <option>{settings[name]}</option>
        )}
      {models.state === 'ready' &&
        models.value.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </select>
  )
  return (
    <SettingRow
      name="Model for summaries"
      description={`At most ${pluralize(settings.policy.maxTokens, 'token')}. The fast one is used by /compact --fast.`}
    >
      {choose('summaryModel', 'Model for summaries')}
      {choose('fastModel', 'Fast model')}
    </SettingRow>
  )
}
