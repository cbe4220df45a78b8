import type { ReactNode } from 'react'
import { type Policy, type PresetName, presets } from '../../core/policy.ts'
import { sameJson } from '../../core/same-json.ts'
import { SettingRow } from './SettingRow.tsx'

type Props = { readonly policy: Policy; readonly onChange: (policy: Policy) => void }

/** The presets by name. A policy that matches none of them is custom. */
export function PresetRow({ policy, onChange }: Props): ReactNode {
  // A preset changes neither the automatic mode nor the landmarks.
  const { automatic, landmarks } = policy
  const chosen = names.find(name => sameJson({ ...presets[name], automatic, landmarks }, policy))
  return (
    <SettingRow name="Preset" description={chosen === undefined ? 'Your own figures.' : descriptions[chosen]}>
      <select
        className="field"
        aria-label="Preset"
        value={chosen ?? ''}
        onChange={event => onChange({ ...presets[event.target.value as PresetName], automatic, landmarks })}
      >
        {chosen === undefined && <option value="">own</option>}
        {names.map(name => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </SettingRow>
  )
}

const names = Object.keys(presets) as readonly PresetName[]

const descriptions: Readonly<Record<PresetName, string>> = {
  classic: 'At 80% of the window; the last 6 messages stay.',
  balanced: 'By cost: early where reading again is expensive, and when the cache is cold.',
  recall: 'By cost, later and with more kept word for word.',
  economy: 'By cost, early: the cheapest to continue.',
}
