import type { ReactNode } from 'react'
import { type Policy, type PresetName, presets } from '../../core/policy.ts'
import { sameJson } from '../../core/same-json.ts'
import * as words from '../words/settings.ts'
import { SettingRow } from './SettingRow.tsx'

type Props = { readonly policy: Policy; readonly onChange: (policy: Policy) => void }

/** The presets by name. A policy that matches none of them is custom. */
export function PresetRow({ policy, onChange }: Props): ReactNode {
  // A preset changes neither the automatic mode nor the landmarks.
  const { automatic, landmarks } = policy
  const chosen = names.find(name => sameJson({ ...presets[name], automatic, landmarks }, policy))
  return (
    <SettingRow name={words.preset} description={chosen === undefined ? words.yourOwnFigures : descriptions[chosen]}>
      <select
        className="field"
        aria-label={words.preset}
        value={chosen ?? ''}
        onChange={event => onChange({ ...presets[event.target.value as PresetName], automatic, landmarks })}
      >
        {chosen === undefined && <option value="">{words.own}</option>}
        {names.map(name => (
          <option key={name} value={name}>
            {labels[name]}
          </option>
        ))}
      </select>
    </SettingRow>
  )
}

const names = Object.keys(presets) as readonly PresetName[]

const labels: Readonly<Record<PresetName, string>> = {
  classic: words.classic,
  balanced: words.balanced,
  recall: words.recall,
  economy: words.economy,
}

const descriptions: Readonly<Record<PresetName, string>> = {
  classic: words.classicHint,
  balanced: words.balancedHint,
  recall: words.recallHint,
  economy: words.economyHint,
}
